import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { differences, lockOf } from '~/http/edit-lock.server'
import { readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { typedRupees } from '~/models/shared/money'
import type { SchoolScope } from '~/models/shared/scope.server'
import { stopSchema } from '~/models/vehicles/office-schema'
import { clockOf } from '~/models/vehicles/rules'
import { updateStop } from '~/models/vehicles/save-stop.server'
import { answerPlaceSearch, parsePlaces, takeChosenPlaces } from '~/routes/school+/_shell+/__location-search.server'
import { requireStop, stopPlaces, updatedTimes } from '~/routes/school+/_shell+/__transport-office.server'
import { StopForm } from './__stop-form'

export const handle = pageTitle(() => 'Edit stop', { hasForm: true })

/** The stop as its form shows it. */
async function readForEdit(scope: SchoolScope, params: { id?: string; stopId?: string }) {
  const { place, stop } = await requireStop(scope, params)
  return {
    place,
    routeName: stop.routeName,
    version: stop.version,
    values: {
      name: stop.name,
      place: stop.place ?? '',
      latitude: stop.latitude ?? '',
      longitude: stop.longitude ?? '',
      pickup_time: clockOf(stop.pickupMinute),
      drop_time: clockOf(stop.dropMinute),
      monthly_fare: stop.farePaise === null ? '' : typedRupees(stop.farePaise),
    },
  }
}

const labels = {
  name: 'Stop name',
  place: 'Location',
  latitude: 'Latitude',
  longitude: 'Longitude',
  pickup_time: 'Pickup time',
  drop_time: 'Drop time',
  monthly_fare: 'Monthly fare',
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  return readForEdit(scope, params)
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const stored = await readForEdit(scope, params)
  const { place } = stored
  const body = await readForm(request)
  takeChosenPlaces(body, stopPlaces)
  const searched = await answerPlaceSearch(scope, body, stopPlaces)
  if (searched) return searched
  const lock = lockOf(body, stored, (now) => differences(labels, now.values, body))
  const form = await parsePlaces(body, stopSchema, stopPlaces)
  if (!form.ok) return lock.answer(form.reply())
  const outcome = await updateStop(scope, place, lock.version, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.route(place.routeId), updatedTimes(outcome.value))
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'name-taken') {
    return lock.answer(form.refuse(null, { name: ['The route has a stop of this name already'] }))
  }
  const reply = form.refuse('Somebody else saved this stop since you opened it')
  return lock.answer(reply, await readForEdit(scope, params))
}

export default function EditStopPage() {
  const { place, routeName, version, values } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title={`Edit ${values.name}`}
        context={`A stop of ${routeName}. Students who applied earlier keep the fare of that day. Students who travel are told the new times by notice and mail.`}
      />
      <StopForm
        lastResult={reply?.result}
        values={values}
        of={{ version }}
        found={reply?.found ?? null}
        conflict={reply?.conflict ? <ChangedMeanwhile {...reply.conflict} /> : undefined}
        cancelHref={schoolPaths.route(place.routeId)}
        aside={
          <ButtonLink href={schoolPaths.deleteStop(place.routeId, place.stopId)} variant="quiet">
            Delete this stop
          </ButtonLink>
        }
      />
    </>
  )
}
