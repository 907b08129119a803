import { todayInIndia } from '~/models/core/shared/calendar'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import type { MadeDue } from '../factories/ledger'
import type { MadeStaff } from '../factories/school'
import { newFormKey } from '../factories/start-payment'

/** Pays a due in full in cash at the office; returns the payment's public id. */
export async function payInCash({ scope }: Pick<MadeStaff, 'scope'>, due: MadeDue): Promise<string> {
  const booked = await recordOfflinePayment(scope, {
    dueIds: [due.publicId],
    method: 'cash',
    amountPaise: due.owedPaise,
    reference: null,
    remarks: null,
    paidOn: todayInIndia(new Date()),
    formKey: newFormKey(),
  })
  if (!booked.ok) throw new Error(booked.reason)
  return booked.value.paymentId
}
