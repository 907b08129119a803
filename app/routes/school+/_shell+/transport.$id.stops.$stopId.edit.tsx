import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { StopForm } from '~/components/transport-office/stop-form'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { parseFields, type Reply, readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { answerPlaceSearch, takeChosenPlaces } from '~/http/place-search.server'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { requireStop, stopPlaces } from '~/http/transport-office.server'
import { typedRupees } from '~/models/shared/money'
import { stopSchema } from '~/models/vehicles/office-schema'
import { clockOf } from '~/models/vehicles/rules'
import { updateStop } from '~/models/vehicles/save-stop.server'

export const handle = pageTitle(() => 'Edit stop', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { place, stop } = await requireStop(scope, params)
  const values = {
    name: stop.name,
    place: stop.place ?? '',
    latitude: stop.latitude ?? '',
    longitude: stop.longitude ?? '',
    pickup_time: clockOf(stop.pickupMinute),
    drop_time: clockOf(stop.dropMinute),
    monthly_fare: stop.farePaise === null ? '' : typedRupees(stop.farePaise),
  }
  return { ...place, routeName: stop.routeName, values }
}

const answer = ({ data: result }: Reply) => data({ result, conflict: null, found: null }, { status: 422 })

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { place } = await requireStop(scope, params)
  const body = await readForm(request)
  takeChosenPlaces(body, stopPlaces)
  const searched = await answerPlaceSearch(scope, body, stopPlaces)
  if (searched) return searched
  const form = parseFields(body, stopSchema, {})
  if (!form.ok) return answer(form.reply())
  const outcome = await updateStop(scope, place, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.route(place.routeId), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return answer(form.refuse(null, { name: ['The route has a stop of this name already'] }))
}

export default function EditStopPage() {
  const { routeId, stopId, routeName, values } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title={`Edit ${values.name}`}
        context={`A stop of ${routeName}. Who applied before keeps the fare of that day.`}
      />
      <StopForm
        lastResult={reply?.result}
        values={values}
        formKey={null}
        found={reply?.found ?? null}
        cancelHref={schoolPaths.route(routeId)}
        aside={
          <ButtonLink href={schoolPaths.deleteStop(routeId, stopId)} variant="quiet">
            Delete this stop
          </ButtonLink>
        }
      />
    </>
  )
}
