import { RefundDecisionPage } from '~/components/decisions/refund-decision-page'
import { pageTitle } from '~/http/school-paths'
import { decideRefund, heldOf } from '~/models/money/hostels/decide/decide-refund.server'
import { refunding } from '~/routes/school+/_shell+/__refund-decision.server'
import { contextOf, decisionPageOptions, obstacleTo } from './__hostel-application.server'

export const handle = pageTitle(() => 'Decide on the refund', { hasForm: true })

const page = refunding({
  ...decisionPageOptions,
  contextOf,
  obstacleTo: obstacleTo('refund'),
  heldOf,
  decide: decideRefund,
})
export const loader = page.loader
export const action = page.action

export default function HostelRefundPage() {
  return <RefundDecisionPage what="this place" />
}
