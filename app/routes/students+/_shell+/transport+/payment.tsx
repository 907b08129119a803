import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { TransportPayment } from '~/components/transport/transport-payment'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { findLiveTransport } from '~/models/transport/own-transport.server'
import { payTransportOf, transportPayment } from '~/routes/students+/_shell+/__transport-payment.server'

export const handle = pageTitle(() => m.transport_payment())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  return transportPayment(scope, foundOr404(await findLiveTransport(scope)))
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  return payTransportOf(scope, foundOr404(await findLiveTransport(scope)), request, paths.student.payTransport)
}

/** What came back with 422 shows what is owed now. */
export const shouldRevalidate = () => true

export default function TransportPaymentPage() {
  return (
    <TransportPayment
      view={useLoaderData<typeof loader>()}
      action={paths.student.payTransport}
      backHref={paths.student.transportStatus}
      refusal={useActionData<typeof action>()}
    />
  )
}
