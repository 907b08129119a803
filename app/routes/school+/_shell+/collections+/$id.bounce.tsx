import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { reasonForm } from '~/models/core/shared/decisions/decision-fields'
import { formatPaise } from '~/models/core/shared/money'
import { bounceCheque } from '~/models/money/ledger/counter/void-payment.server'
import { returnableMethods } from '~/models/money/ledger/payment-methods'
import { paymentPageOptions } from './__voiding.server'

export const handle = pageTitle(() => 'Cheque bounced', { hasForm: true })

const refusals = {
  'not-a-cheque': 'This payment was not made by cheque or demand draft.',
  'not-paid': 'It is already marked as bounced, or money was refunded.',
}

const page = deciding({
  ...paymentPageOptions,
  obstacle: ({ method, state }) =>
    !returnableMethods.includes(method) ? refusals['not-a-cheque'] : state === 'paid' ? null : refusals['not-paid'],
  decide: (scope, paymentId: string, { reason }) => bounceCheque(scope, { paymentId, reason }),
  refusals,
  message: 'It is marked as bounced; its dues are payable again.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: reasonForm,
  title: 'Has the bank returned this cheque or draft?',
  context: ({ more: { amountPaise, student, reference } }) =>
    `${formatPaise(amountPaise, { style: 'exact' })} from ${student}${reference ? `, ${reference}` : ''}`,
  submit: 'Mark as bounced',
  isDangerous: true,
  backHref: ({ at }) => schoolPaths.payment(at),
  explanation: ({ more }) => (
    <p>
      The dues it paid are payable again, and receipt {more.receipt} is cancelled; it keeps its number. This cannot be
      undone: if the bank pays it later, record a new payment.
    </p>
  ),
})
