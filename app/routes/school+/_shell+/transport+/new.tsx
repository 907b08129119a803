import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { formKeyOf, type Reply, readForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { createRoute } from '~/models/vehicles/create-route.server'
import { routeSchema } from '~/models/vehicles/office-schema'
import { answerPlaceSearch, parsePlaces, takeChosenPlaces } from '~/routes/school+/_shell+/__location-search.server'
import { routePlaces } from '~/routes/school+/_shell+/__transport-office.server'
import { RouteForm } from './__route-form'

export const handle = pageTitle(() => 'Add route', { hasForm: true })

const nothing = {
  name: '',
  start_location: '',
  start_latitude: '',
  start_longitude: '',
  end_location: '',
  end_latitude: '',
  end_longitude: '',
  distance: '',
  is_active: true,
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStaff(context, request, 'transport:edit')
  return { formKey: randomUUID() }
}

const answer = ({ data: result }: Reply) => data({ result, conflict: null, found: null }, { status: 422 })

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:edit')
  const body = await readForm(request)
  takeChosenPlaces(body, routePlaces)
  const searched = await answerPlaceSearch(scope, body, routePlaces)
  if (searched) return searched
  const form = await parsePlaces(body, routeSchema, routePlaces)
  if (!form.ok) return answer(form.reply())
  const created = await createRoute(scope, formKeyOf(body), form.value)
  if (!created.ok) return answer(form.refuse(null, { name: ['There is a route of this name already'] }))
  return redirectWithToast(schoolPaths.route(created.value), {
    type: 'success',
    title: 'Created!',
    message: 'Now add its stops.',
  })
}

export default function NewRoutePage() {
  const { formKey } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Add route" context="Its stops are added once it is saved." />
      <RouteForm
        lastResult={reply?.result}
        values={nothing}
        of={{ formKey }}
        found={reply?.found ?? null}
        cancelHref={schoolPaths.transport}
      />
    </>
  )
}
