import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { reasonForm } from '~/models/core/shared/decisions/decision-fields'
import { formatPaise } from '~/models/core/shared/money'
import { cancelPayment } from '~/models/money/ledger/counter/void-payment.server'
import { paymentPageOptions } from './__voiding.server'

export const handle = pageTitle(() => 'Cancel wrong entry', { hasForm: true })

const refusals = {
  online: 'This money was received through the payment provider: refund it instead.',
  'not-paid': 'It is no longer recorded as paid, or some of it was refunded.',
}

const page = deciding({
  ...paymentPageOptions,
  obstacle: ({ method, state }) =>
    method === 'online' ? refusals.online : state === 'paid' ? null : refusals['not-paid'],
  decide: (scope, paymentId: string, { reason }) => cancelPayment(scope, { paymentId, reason }),
  refusals,
  message: 'The payment is cancelled; its dues are payable again.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: reasonForm,
  title: 'Is this payment a wrong entry?',
  context: ({ more }) => `${formatPaise(more.amountPaise, { style: 'exact' })} from ${more.student}`,
  submit: 'Cancel the payment',
  isDangerous: true,
  backHref: ({ at }) => schoolPaths.payment(at),
  explanation: ({ more }) => (
    <p>
      Use this for a wrong student, a wrong amount, or a payment entered twice. The payment will no longer count, its
      dues are payable again, and receipt {more.receipt} is cancelled; it keeps its number. The day book reverses it on
      the day it was recorded for, and shows when it was corrected. Then record the correct payment. If the money was
      received and is being returned, refund it instead.
    </p>
  ),
})
