import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CancelQuestion } from '~/components/transport/cancel-question'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { cancelRide, rideQuestion } from '~/routes/students+/_shell+/__transport-cancel.server'
import { requireOwnVehicleRide } from './__own-vehicle-rides.server'

export const handle = pageTitle(() => m.places_cancel_question())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const ride = await requireOwnVehicleRide(scope, params.id)
  return { id: ride.publicId, question: await rideQuestion(scope, ride) }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const ride = await requireOwnVehicleRide(scope, params.id)
  return cancelRide(scope, ride, paths.student.vehicleApplication(ride.publicId))
}

export default function CancelVehicleApplicationPage() {
  const { id, question } = useLoaderData<typeof loader>()
  return (
    <CancelQuestion
      view={question}
      action={paths.student.cancelVehicle(id)}
      backHref={paths.student.vehicleApplication(id)}
      refusal={useActionData<typeof action>()}
    />
  )
}
