import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CancelQuestion } from '~/components/transport/cancel-question'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { cancelTransportOf, transportQuestion } from '~/routes/students+/_shell+/__transport-cancel.server'
import { requireOwnVehicleApplication } from './__own-vehicle-applications.server'

export const handle = pageTitle(() => m.room_cancel_question())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const application = await requireOwnVehicleApplication(scope, params.id)
  return { id: application.publicId, question: await transportQuestion(scope, application) }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const application = await requireOwnVehicleApplication(scope, params.id)
  return cancelTransportOf(scope, application, paths.student.vehicleApplication(application.publicId))
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
