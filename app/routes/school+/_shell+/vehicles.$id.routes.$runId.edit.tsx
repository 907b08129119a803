import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RunForm } from '~/components/transport-office/run-form'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { parseFields, readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { requireRun } from '~/http/transport-office.server'
import { typedRupees } from '~/models/shared/money'
import { runSchema } from '~/models/vehicles/office-schema'
import { routeChoices } from '~/models/vehicles/office-vehicles.server'
import { clockOf, runTimes } from '~/models/vehicles/rules'
import { updateRun } from '~/models/vehicles/save-run.server'

export const handle = pageTitle(() => 'Edit times on a route', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { place, run } = await requireRun(scope, params)
  const values = {
    route: run.routeId,
    departure_time: clockOf(run.departureMinute),
    arrival_time: clockOf(run.arrivalMinute),
    return_time: run.returnMinute === null ? '' : clockOf(run.returnMinute),
    monthly_fare: run.feePaise === null ? '' : typedRupees(run.feePaise),
  }
  const { routeName, vehicleNumber } = run
  return { ...place, routeName, vehicleNumber, values, routes: await routeChoices(scope, run.routeId) }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { place } = await requireRun(scope, params)
  const form = parseFields(await readForm(request), runSchema, {})
  if (!form.ok) return form.reply()
  const outcome = await updateRun(scope, place, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.vehicle(place.vehicleId), { type: 'success', title: 'Updated!' })
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'no-route':
      return form.refuse(null, { route: ['Choose a route from the list'] })
    case 'in-use':
      return form.refuse(null, { route: ['Students ride on this one or have applied for it: add another run instead'] })
    case 'overlap': {
      const words = `It drives ${outcome.other.routeName} at that time (${runTimes(outcome.other)})`
      return form.refuse(null, { departure_time: [words] })
    }
  }
}

export default function EditRunPage() {
  const { vehicleId, runId, routeName, vehicleNumber, values, routes } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={`${vehicleNumber} on ${routeName}`}
        context="Who rides already keeps the times and the fare that were told."
      />
      <RunForm
        lastResult={useActionData<typeof action>()}
        values={values}
        formKey={null}
        routes={routes}
        cancelHref={schoolPaths.vehicle(vehicleId)}
        aside={
          <ButtonLink href={schoolPaths.deleteRun(vehicleId, runId)} variant="quiet">
            Take off this route
          </ButtonLink>
        }
      />
    </>
  )
}
