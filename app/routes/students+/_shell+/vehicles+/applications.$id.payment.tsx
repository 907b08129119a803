import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RidePayment } from '~/components/transport/ride-payment'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { payRide, ridePayment } from '~/routes/students+/_shell+/__transport-payment.server'
import { requireOwnVehicleRide } from './__own-vehicle-rides.server'

export const handle = pageTitle(() => m.rides_payment())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const ride = await requireOwnVehicleRide(scope, params.id)
  return { id: ride.publicId, payment: await ridePayment(scope, ride) }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const ride = await requireOwnVehicleRide(scope, params.id)
  return payRide(scope, ride, request, paths.student.payVehicle(ride.publicId))
}

/** What came back with 422 shows what is owed now. */
export const shouldRevalidate = () => true

export default function VehiclePaymentPage() {
  const { id, payment } = useLoaderData<typeof loader>()
  return (
    <RidePayment
      view={payment}
      action={paths.student.payVehicle(id)}
      backHref={paths.student.vehicleApplication(id)}
      refusal={useActionData<typeof action>()}
    />
  )
}
