import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { TransportPayment } from '~/components/transport/transport-payment'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { payTransportOf, transportPayment } from '~/routes/students+/_shell+/__transport-payment.server'
import { requireOwnVehicleApplication } from './__own-vehicle-applications.server'

export const handle = pageTitle(() => m.transport_payment())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const application = await requireOwnVehicleApplication(scope, params.id)
  return { id: application.publicId, payment: await transportPayment(scope, application) }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const application = await requireOwnVehicleApplication(scope, params.id)
  return payTransportOf(scope, application, request, paths.student.payVehicle(application.publicId))
}

/** What came back with 422 shows what is owed now. */
export const shouldRevalidate = () => true

export default function VehiclePaymentPage() {
  const { id, payment } = useLoaderData<typeof loader>()
  return (
    <TransportPayment
      view={payment}
      action={paths.student.payVehicle(id)}
      backHref={paths.student.vehicleApplication(id)}
      refusal={useActionData<typeof action>()}
    />
  )
}
