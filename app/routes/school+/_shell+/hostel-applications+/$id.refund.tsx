import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RefundDecisionForm } from '~/components/decisions/refund-decision-form'
import { VerbPage } from '~/components/decisions/verb-page'
import { isPasswordFresh } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { decideRefund, heldOf } from '~/models/hostels/decide-refund.server'
import { answerRefundDecision } from '~/routes/school+/_shell+/__refund-decision.server'
import { contextOf, obstacleTo, requireHostelApplication } from './__hostel-application.server'

export const handle = pageTitle(() => 'Decide the refund', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const { staff, application } = await requireHostelApplication(args, 'payments:correct')
  return {
    id: application.publicId,
    context: contextOf(application),
    obstacle: obstacleTo('refund')(application),
    ...(await heldOf(staff.scope, application)),
    asksPassword: !isPasswordFresh(staff),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { staff, application } = await requireHostelApplication(args, 'payments:correct')
  const { publicId } = application
  return answerRefundDecision(args.request, {
    staff,
    held: (await heldOf(staff.scope, application)).held,
    decide: (decision) => decideRefund(staff.scope, publicId, decision),
    backHref: schoolPaths.hostelApplication(publicId),
  })
}

export default function HostelRefundPage() {
  const { id, context, obstacle, held, owedPaise, loweredPaise, asksPassword } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <VerbPage
      title="Decide the refund"
      backHref={schoolPaths.hostelApplication(id)}
      context={context}
      obstacle={obstacle}
    >
      <RefundDecisionForm
        backHref={schoolPaths.hostelApplication(id)}
        what="this place"
        money={{ held, owedPaise, loweredPaise }}
        asksPassword={asksPassword}
        lastResult={lastResult}
      />
    </VerbPage>
  )
}
