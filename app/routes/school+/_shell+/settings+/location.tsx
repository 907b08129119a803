import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { type Reply, readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { findProfile } from '~/models/schools/find-profile.server'
import { locationSchema } from '~/models/schools/settings-schema'
import { saveLocation } from '~/models/schools/update-profile.server'
import { answerPlaceSearch, parsePlaces, takeChosenPlaces } from '~/routes/school+/_shell+/__location-search.server'
import { LocationForm } from './__location-form'

export const handle = pageTitle(() => 'Location', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const { latitude, longitude } = foundOr404(await findProfile(scope))
  return { values: { place: '', latitude: latitude ?? '', longitude: longitude ?? '' } }
}

const places = [{ address: 'place', latitude: 'latitude', longitude: 'longitude' }]

const answer = ({ data: result }: Reply) => data({ result, conflict: null, found: null }, { status: 422 })

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const body = await readForm(request)
  takeChosenPlaces(body, places)
  const searched = await answerPlaceSearch(scope, body, places)
  if (searched) return searched
  const form = await parsePlaces(body, locationSchema, places)
  if (!form.ok) return answer(form.reply())
  await saveLocation(scope, form.value)
  return redirectWithToast(schoolPaths.settings, { type: 'success', title: 'Updated!' })
}

export default function LocationPage() {
  const { values } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title="Location"
        context="Where the school is located: transport distances are measured from there. Any map shows the coordinates of a place."
      />
      <LocationForm lastResult={reply?.result} values={values} found={reply?.found ?? null} />
    </>
  )
}
