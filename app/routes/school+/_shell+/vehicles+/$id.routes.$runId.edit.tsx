import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { differences, lockOf } from '~/http/edit-lock.server'
import { parseFields, readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { typedRupees } from '~/models/shared/money'
import type { SchoolScope } from '~/models/shared/scope.server'
import { runSchema } from '~/models/vehicles/office-schema'
import { routeChoices } from '~/models/vehicles/office-vehicles.server'
import { clockOf, runTimes } from '~/models/vehicles/rules'
import { updateRun } from '~/models/vehicles/save-run.server'
import { RidersAlert, ridersStay } from '~/routes/school+/_shell+/__riders-alert'
import { requireRun, runWords, updatedTimes } from '~/routes/school+/_shell+/__transport-office.server'
import { RunForm } from './__run-form'

export const handle = pageTitle(() => 'Edit times on a route', { hasForm: true })

/** The run as its form shows it. */
async function readForEdit(scope: SchoolScope, params: { id?: string; runId?: string }) {
  const { place, run } = await requireRun(scope, params)
  return {
    place,
    routeName: run.routeName,
    vehicleNumber: run.vehicleNumber,
    version: run.version,
    riders: run.seatsTaken,
    values: {
      route: run.routeId,
      departure_time: clockOf(run.departureMinute),
      arrival_time: clockOf(run.arrivalMinute),
      return_time: run.returnMinute === null ? '' : clockOf(run.returnMinute),
      monthly_fare: run.feePaise === null ? '' : typedRupees(run.feePaise),
      is_active: run.isActive,
    },
  }
}

type Stored = Awaited<ReturnType<typeof readForEdit>>

const labels = {
  departure_time: 'Departure',
  arrival_time: 'Arrival',
  return_time: 'Return',
  monthly_fare: 'Own monthly fare',
  is_active: 'Offered',
}

/** What is stored now where the form says something else; a route is told by its name. */
function changesOf({ routeName, values: { route, ...values } }: Stored, body: FormData): string[] {
  const isSame = route === body.get('route')
  return [...(isSame ? [] : [`Route is “${routeName}” now`]), ...differences(labels, values, body)]
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const run = await readForEdit(scope, params)
  return { ...run, routes: await routeChoices(scope, run.values.route) }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const stored = await readForEdit(scope, params)
  const { place } = stored
  const body = await readForm(request)
  const lock = lockOf(body, stored, (now) => changesOf(now, body))
  const form = parseFields(body, runSchema, {})
  if (!form.ok) return lock.answer(form.reply())
  const outcome = await updateRun(scope, place, lock.version, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.vehicle(place.vehicleId), updatedTimes(outcome.value))
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'no-route':
      return lock.answer(form.refuse(null, { route: ['Choose a route from the list'] }))
    case 'in-use': {
      const words = 'Students travel on this one or have applied for it: add the other route instead'
      return lock.answer(form.refuse(null, { route: [words] }))
    }
    case 'same-run':
      return lock.answer(form.refuse(null, { departure_time: [runWords['same-run']] }))
    case 'too-many':
      return lock.answer(form.refuse(runWords['too-many']))
    case 'overlap': {
      const words = `It runs on ${outcome.other.routeName} at that time (${runTimes(outcome.other)})`
      return lock.answer(form.refuse(null, { departure_time: [words] }))
    }
    case 'changed': {
      const reply = form.refuse('Somebody else saved these times since you opened them')
      return lock.answer(reply, await readForEdit(scope, params))
    }
  }
}

export default function EditRunPage() {
  const { place, routeName, vehicleNumber, version, values, routes, riders } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title={`${vehicleNumber} on ${routeName}`}
        context="Students who applied earlier keep the fare of that day. Students who travel are told the new times by notice and mail."
      />
      <RidersAlert riders={riders}>{ridersStay}</RidersAlert>
      <RunForm
        lastResult={reply?.result}
        values={values}
        of={{ version }}
        routes={routes}
        conflict={reply?.conflict ? <ChangedMeanwhile {...reply.conflict} /> : undefined}
        cancelHref={schoolPaths.vehicle(place.vehicleId)}
        aside={
          <ButtonLink href={schoolPaths.deleteRun(place.vehicleId, place.runId)} variant="quiet">
            Remove from this route
          </ButtonLink>
        }
      />
    </>
  )
}
