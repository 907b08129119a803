import { schoolPaths } from '~/http/school-paths'
import { reasonForm } from '~/models/core/shared/decisions/decision-fields'
import { findPayment, type PaymentView } from '~/models/money/ledger/queries.server'

/** Common options of the pages that void or refuse a payment. */
export const paymentPageOptions = {
  may: 'payments:correct',
  find: findPayment,
  form: reasonForm,
  more: ({ student, reference, amountPaise, receipt }: PaymentView) => ({
    student: student.name,
    reference,
    amountPaise,
    receipt: receipt?.number ?? null,
  }),
  decided: schoolPaths.payment,
} as const
