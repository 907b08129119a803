import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useServerForm } from '~/components/forms'
import { EditLock } from '~/components/school/edit-lock'
import { OfficeForm } from '~/components/school/office-form'
import { PageHead } from '~/components/ui'
import { differences, foundOr404, lockOf, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { findProfile, saveLocation } from '~/models/core/schools/profile.server'
import { locationSchema } from '~/models/core/schools/settings-schema'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { LocationFields, SaveFirst } from '~/routes/school+/_shell+/__location-fields'
import {
  answerLocationSearch,
  parseLocations,
  takeChosenLocations,
} from '~/routes/school+/_shell+/__location-search.server'

export const handle = pageTitle(() => 'Location', { hasForm: true })

/** Form values; `place` is the search text. */
async function findShown(scope: SchoolScope) {
  const { latitude, longitude, version } = foundOr404(await findProfile(scope))
  return { version, place: '', latitude: latitude ?? '', longitude: longitude ?? '' }
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  return findShown(scope)
}

const locationFields = [{ address: 'place', latitude: 'latitude', longitude: 'longitude' }]
const labels = { latitude: 'School: latitude', longitude: 'School: longitude' }

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const body = await readForm(request)
  takeChosenLocations(body, locationFields)
  const searched = await answerLocationSearch(scope, body, locationFields)
  if (searched) return searched
  const lock = lockOf(body, await findShown(scope), ({ latitude, longitude }) =>
    differences(labels, { latitude, longitude }, body),
  )
  const form = await parseLocations(body, locationSchema, locationFields)
  if (!form.ok) return lock.answer(form.reply())
  const saved = await saveLocation(scope, form.value, lock.version)
  if (!saved.ok) return lock.answer(form.refuse(null), await findShown(scope))
  return redirectWithToast(schoolPaths.settings, { type: 'success', title: 'Updated!' })
}

/** Location of the school: found by its name, or entered as coordinates from any map. */
export default function LocationPage() {
  const values = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lastResult = answer?.result
  const state = useServerForm<typeof values>({ id: 'location', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <>
      <PageHead
        title="Location"
        context="Where the school is located: transport distances are measured from there. Any map shows the coordinates of a place."
      />
      <OfficeForm state={state} lastResult={lastResult} cancelHref={schoolPaths.settings}>
        <SaveFirst />
        <EditLock version={values.version} field={fields.version} conflict={answer?.conflict} />
        <LocationFields
          label="School"
          hint="A place, an address or a PIN code, to find the coordinates"
          address={fields.place}
          latitude={fields.latitude}
          longitude={fields.longitude}
          found={answer?.found ?? null}
          needsPoint
        />
      </OfficeForm>
    </>
  )
}
