import { pageTitle, schoolPaths } from '~/http/school-paths'
import { refuseTransfer } from '~/models/ledger/declared-payments.server'
import { reasonForm } from '~/models/shared/decision-fields'
import { formatPaise } from '~/models/shared/money'
import { deciding } from '~/office/decision.server'
import { DecisionPage } from '~/office/decision-page'
import { ofPayment } from './__voiding.server'

export const handle = pageTitle(() => 'Refuse a transfer', { hasForm: true })

const decided = 'This transfer is confirmed or refused already.'

const page = deciding({
  ...ofPayment,
  obstacle: ({ method, state }) => (method !== 'online' && state === 'pending' ? null : decided),
  decide: (scope, paymentId: string, { reason }) => refuseTransfer(scope, { paymentId, reason }),
  refusals: { 'not-waiting': decided },
  decided: () => schoolPaths.transfers,
  message: 'The transfer is refused; its dues are owed as before.',
})
export const loader = page.loader
export const action = page.action

export default function RefuseTransferPage() {
  return (
    <DecisionPage<typeof loader>
      form={reasonForm}
      title="Was this money not received?"
      context={({ more }) => `${formatPaise(more.amountPaise, { style: 'exact' })} declared by ${more.student}`}
      submit="Refuse the transfer"
      isDangerous
      backHref={({ at, obstacle }) => (obstacle ? schoolPaths.transfers : schoolPaths.transfer(at))}
    >
      <p>Nothing was settled by it, and nothing will be. The student is told the reason by notice and mail.</p>
    </DecisionPage>
  )
}
