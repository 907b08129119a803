import { RefundDecisionPage } from '~/components/decisions/refund-decision-page'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { decideRefund, heldOf } from '~/models/hostels/decide-refund.server'
import { refunding } from '~/routes/school+/_shell+/__refund-decision.server'
import { contextOf, obstacleTo, requireHostelApplication } from './__hostel-application.server'

export const handle = pageTitle(() => 'Decide the refund', { hasForm: true })

const page = refunding({
  find: requireHostelApplication,
  contextOf,
  obstacleTo: obstacleTo('refund'),
  heldOf,
  decide: decideRefund,
  pageOf: schoolPaths.hostelApplication,
})
export const loader = page.loader
export const action = page.action

export default function HostelRefundPage() {
  return <RefundDecisionPage what="this place" />
}
