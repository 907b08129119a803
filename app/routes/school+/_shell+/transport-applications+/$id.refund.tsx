import { RefundDecisionPage } from '~/components/decisions/refund-decision-page'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { decideRefund, heldOf } from '~/models/transport/decide-refund.server'
import { refunding } from '~/routes/school+/_shell+/__refund-decision.server'
import { contextOf, obstacleTo, requireTransportApplication } from './__transport-application.server'

export const handle = pageTitle(() => 'Decide the refund', { hasForm: true })

const page = refunding({
  find: requireTransportApplication,
  contextOf,
  obstacleTo: obstacleTo('refund'),
  heldOf,
  decide: decideRefund,
  pageOf: schoolPaths.transportApplication,
})
export const loader = page.loader
export const action = page.action

export default function TransportRefundPage() {
  return <RefundDecisionPage what="this transport" />
}
