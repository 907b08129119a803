import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RefundDecisionForm } from '~/components/decisions/refund-decision-form'
import { VerbPage } from '~/components/decisions/verb-page'
import { isPasswordFresh } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { decideRefund, heldOf } from '~/models/transport/decide-refund.server'
import { answerRefundDecision } from '~/routes/school+/_shell+/__refund-decision.server'
import { contextOf, obstacleTo, requireTransportApplication } from './__transport-application.server'

export const handle = pageTitle(() => 'Decide the refund', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const { staff, application } = await requireTransportApplication(args, 'payments:correct')
  return {
    id: application.publicId,
    context: contextOf(application),
    obstacle: obstacleTo('refund')(application),
    ...(await heldOf(staff.scope, application)),
    asksPassword: !isPasswordFresh(staff),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { staff, application } = await requireTransportApplication(args, 'payments:correct')
  const { publicId } = application
  return answerRefundDecision(args.request, {
    staff,
    held: (await heldOf(staff.scope, application)).held,
    decide: (decision) => decideRefund(staff.scope, publicId, decision),
    backHref: schoolPaths.transportApplication(publicId),
  })
}

export default function TransportRefundPage() {
  const { id, context, obstacle, held, owedPaise, loweredPaise, asksPassword } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <VerbPage
      title="Decide the refund"
      backHref={schoolPaths.transportApplication(id)}
      context={context}
      obstacle={obstacle}
    >
      <RefundDecisionForm
        backHref={schoolPaths.transportApplication(id)}
        what="this transport"
        money={{ held, owedPaise, loweredPaise }}
        asksPassword={asksPassword}
        lastResult={lastResult}
      />
    </VerbPage>
  )
}
