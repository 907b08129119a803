import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { formKeyOf, type Reply, readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { stopSchema } from '~/models/vehicles/office-schema'
import { mostStops } from '~/models/vehicles/options'
import { createStop } from '~/models/vehicles/save-stop.server'
import { answerPlaceSearch, parsePlaces, takeChosenPlaces } from '~/routes/school+/_shell+/__location-search.server'
import { requireRoute, stopPlaces } from '~/routes/school+/_shell+/__transport-office.server'
import { StopForm } from './__stop-form'

export const handle = pageTitle(() => 'Add stop', { hasForm: true })

const nothing = { name: '', place: '', latitude: '', longitude: '', pickup_time: '', drop_time: '', monthly_fare: '' }

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const { publicId, name } = await requireRoute(scope, params)
  return { id: publicId, name, formKey: randomUUID() }
}

const answer = ({ data: result }: Reply) => data({ result, conflict: null, found: null }, { status: 422 })

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const route = await requireRoute(scope, params)
  const body = await readForm(request)
  takeChosenPlaces(body, stopPlaces)
  const searched = await answerPlaceSearch(scope, body, stopPlaces)
  if (searched) return searched
  const form = await parsePlaces(body, stopSchema, stopPlaces)
  if (!form.ok) return answer(form.reply())
  const created = await createStop(scope, route.publicId, formKeyOf(body), form.value)
  if (created.ok) return redirectWithToast(schoolPaths.route(route.publicId), { type: 'success', title: 'Created!' })
  if (created.reason === 'not-found') return foundOr404(null)
  if (created.reason === 'too-many') return answer(form.refuse(`A route has at most ${mostStops} stops`))
  return answer(form.refuse(null, { name: ['The route has a stop of this name already'] }))
}

export default function NewStopPage() {
  const { id, name, formKey } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Add stop" context={`To ${name}, after its last stop`} />
      <StopForm
        lastResult={reply?.result}
        values={nothing}
        of={{ formKey }}
        found={reply?.found ?? null}
        cancelHref={schoolPaths.route(id)}
      />
    </>
  )
}
