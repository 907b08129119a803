import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'
import { PageHead } from '~/components/ui/page-head'
import { differences, lockOf } from '~/http/edit-lock.server'
import { readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { routeSchema } from '~/models/vehicles/office-schema'
import { updateRoute } from '~/models/vehicles/update-route.server'
import { answerPlaceSearch, parsePlaces, takeChosenPlaces } from '~/routes/school+/_shell+/__location-search.server'
import { RidersAlert, ridersStay } from '~/routes/school+/_shell+/__riders-alert'
import { requireRoute, routePlaces } from '~/routes/school+/_shell+/__transport-office.server'
import { RouteForm } from './__route-form'

export const handle = pageTitle(() => 'Edit route', { hasForm: true })

/** The route as its form shows it. */
async function readForEdit(scope: SchoolScope, params: { id?: string }) {
  const route = await requireRoute(scope, params)
  return {
    id: route.publicId,
    version: route.version,
    riders: route.riders,
    values: {
      name: route.name,
      start_location: route.startLocation,
      start_latitude: route.startLatitude ?? '',
      start_longitude: route.startLongitude ?? '',
      end_location: route.endLocation,
      end_latitude: route.endLatitude ?? '',
      end_longitude: route.endLongitude ?? '',
      distance: String(route.distanceMetres / 1000),
      is_active: route.isActive,
    },
  }
}

const labels = {
  name: 'Route name',
  start_location: 'Start',
  start_latitude: 'Latitude of the start',
  start_longitude: 'Longitude of the start',
  end_location: 'End',
  end_latitude: 'Latitude of the end',
  end_longitude: 'Longitude of the end',
  distance: 'Length in km',
  is_active: 'Offered to students',
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  return readForEdit(scope, params)
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const stored = await readForEdit(scope, params)
  const body = await readForm(request)
  takeChosenPlaces(body, routePlaces)
  const searched = await answerPlaceSearch(scope, body, routePlaces)
  if (searched) return searched
  const lock = lockOf(body, stored, (now) => differences(labels, now.values, body))
  const form = await parsePlaces(body, routeSchema, routePlaces)
  if (!form.ok) return lock.answer(form.reply())
  const outcome = await updateRoute(scope, stored.id, lock.version, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.route(stored.id), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'name-taken') {
    return lock.answer(form.refuse(null, { name: ['There is a route of this name already'] }))
  }
  const reply = form.refuse('Somebody else saved this route since you opened it')
  return lock.answer(reply, await readForEdit(scope, params))
}

export default function EditRoutePage() {
  const { id, version, riders, values } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={`Edit ${values.name}`} />
      <RidersAlert riders={riders}>{ridersStay}</RidersAlert>
      <RouteForm
        lastResult={answer?.result}
        values={values}
        of={{ version }}
        found={answer?.found ?? null}
        conflict={answer?.conflict ? <ChangedMeanwhile {...answer.conflict} /> : undefined}
        cancelHref={schoolPaths.route(id)}
      />
    </>
  )
}
