import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { formKeyOf, parseFields, readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { runSchema } from '~/models/vehicles/office-schema'
import { routeChoices } from '~/models/vehicles/office-vehicles.server'
import { runTimes } from '~/models/vehicles/rules'
import { createRun } from '~/models/vehicles/save-run.server'
import { requireVehicle, runWords } from '~/routes/school+/_shell+/__transport-office.server'
import { RunForm } from './__run-form'

export const handle = pageTitle(() => 'Add route to a vehicle', { hasForm: true })

const nothing = { route: '', departure_time: '', arrival_time: '', return_time: '', monthly_fare: '', is_active: true }

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { publicId, vehicleNumber } = await requireVehicle(scope, params)
  return { id: publicId, vehicleNumber, routes: await routeChoices(scope, null), formKey: randomUUID() }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { publicId } = await requireVehicle(scope, params)
  const body = await readForm(request)
  const form = parseFields(body, runSchema, {})
  if (!form.ok) return form.reply()
  const created = await createRun(scope, publicId, formKeyOf(body), form.value)
  if (created.ok) return redirectWithToast(schoolPaths.vehicle(publicId), { type: 'success', title: 'Created!' })
  switch (created.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'no-route':
      return form.refuse(null, { route: ['Choose a route from the list'] })
    case 'too-many':
      return form.refuse(runWords['too-many'])
    case 'same-run':
      return form.refuse(null, { departure_time: [runWords['same-run']] })
    case 'overlap': {
      const words = `It runs on ${created.other.routeName} at that time (${runTimes(created.other)})`
      return form.refuse(null, { departure_time: [words] })
    }
  }
}

export default function NewRunPage() {
  const { id, vehicleNumber, routes, formKey } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Add route" context={`For ${vehicleNumber}. It has as many seats on the route as the vehicle.`} />
      <RunForm
        lastResult={useActionData<typeof action>()}
        values={nothing}
        of={{ formKey }}
        routes={routes}
        cancelHref={schoolPaths.vehicle(id)}
      />
    </>
  )
}
