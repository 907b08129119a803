import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { reasonForm } from '~/models/core/shared/decisions/decision-fields'
import { formatPaise } from '~/models/core/shared/money'
import { refuseTransfer } from '~/models/money/ledger/counter/declared-payments.server'
import { paymentPageOptions } from './__voiding.server'

export const handle = pageTitle(() => 'Refuse a transfer', { hasForm: true })

const decided = 'This transfer has already been confirmed or refused.'

const page = deciding({
  ...paymentPageOptions,
  obstacle: ({ method, state }) => (method !== 'online' && state === 'pending' ? null : decided),
  decide: (scope, paymentId: string, { reason }) => refuseTransfer(scope, { paymentId, reason }),
  refusals: { 'not-waiting': decided },
  decided: () => schoolPaths.transfers,
  message: 'The transfer is refused; its dues are open as before.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: reasonForm,
  title: 'Mark this money as not received?',
  context: ({ more }) => `${formatPaise(more.amountPaise, { style: 'exact' })} declared by ${more.student}`,
  submit: 'Refuse the transfer',
  isDangerous: true,
  backHref: ({ at, obstacle }) => (obstacle ? schoolPaths.transfers : schoolPaths.transfer(at)),
  explanation: <p>It settles no dues. The student is informed of the reason by notice and mail.</p>,
})
