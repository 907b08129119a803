import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CancelQuestion } from '~/components/transport/cancel-question'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { findLiveTransport } from '~/models/transport/own-transport.server'
import { cancelTransportOf, transportQuestion } from '~/routes/students+/_shell+/__transport-cancel.server'

export const handle = pageTitle(() => m.room_cancel_question())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  return transportQuestion(scope, foundOr404(await findLiveTransport(scope)))
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  return cancelTransportOf(scope, foundOr404(await findLiveTransport(scope)), paths.student.transportStatus)
}

export default function CancelTransportPage() {
  return (
    <CancelQuestion
      view={useLoaderData<typeof loader>()}
      action={paths.student.cancelTransport}
      backHref={paths.student.transportStatus}
      refusal={useActionData<typeof action>()}
    />
  )
}
