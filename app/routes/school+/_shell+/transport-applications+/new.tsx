import { useLoaderData } from '@remix-run/react'
import { ChooseApplicant } from '~/components/school/choose-payer'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { fareOptions } from '~/http/transport-form.server'
import { creating } from '~/kit/pages/form.server'
import { FormPage } from '~/kit/pages/form-page'
import { refused } from '~/models/core/shared/outcome'
import { enterApplication, enteredSchema } from '~/models/money/transport/apply/enter-application.server'
import { enteredForm, enteredLocations } from '~/models/money/transport/apply/entered-fields'
import { listOfferedFares, listOfferedRoutes } from '~/models/money/transport/apply/transport-form.server'
import { farthestKm } from '~/models/money/transport/options'
import { applicantOf, searchedApplicants } from '~/routes/school+/_shell+/__applicant.server'
import { locationRows } from '~/routes/school+/_shell+/__location-fields'
import { searching } from '~/routes/school+/_shell+/__location-search.server'

const title = 'Enter an application'

export const handle = pageTitle(() => title, { hasForm: true })

const none = { name: null, ...fareOptions([], []), search: '', payers: [] }

const page = creating({
  may: 'transport-applications:decide',
  form: enteredForm,
  schema: enteredSchema,
  answer: searching(enteredForm, enteredLocations),
  within: applicantOf,
  more: async ({ student }, scope, _staff, query) => {
    if (student) {
      const [fares, routes] = await Promise.all([listOfferedFares(scope), listOfferedRoutes(scope)])
      return { ...none, ...fareOptions(fares, routes), name: student.name }
    }
    return { ...none, ...(await searchedApplicants(scope, query)) }
  },
  start: (_scope, _query, _staff, { student }, { defaultFare }) =>
    student ? { fare: defaultFare, emergencyContact: student.emergencyContact ?? '' } : {},
  create: async (scope, formKey, values, _at, _staff, { student }) =>
    student ? enterApplication(scope, formKey, student.id, values) : refused('not-found'),
  refusals: {
    'no-point': { pickupLatitude: 'Find the pickup location, or enter its coordinates' },
    'no-session': 'The student does not study in the current session.',
    'applied-already': 'The student has a transport application already.',
    'no-school-location': 'Enter the location of the school under Settings first.',
    'no-fare': { fare: 'This fare is no longer offered' },
    'no-stop': { stop: 'Choose a stop: this fare is by stop' },
    'no-route': { route: 'This route no longer runs' },
    'outside-india': { pickupLatitude: 'This place is not in India' },
    'too-far': { pickupLatitude: `The pickup is more than ${farthestKm} km away` },
    'fare-changed': 'The fare has changed in the meantime. Send the form again.',
    stale: 'This form has already been sent. Open it again.',
  },
  created: schoolPaths.transportApplication,
  message: 'The student is informed by notice and mail.',
})
export const loader = page.loader
export const action = page.action

export default function EnterTransportApplicationPage() {
  const { more } = useLoaderData<typeof loader>()
  if (more.name === null) {
    const { search, payers } = more
    return <ChooseApplicant title={title} path={schoolPaths.newTransportApplication} search={search} payers={payers} />
  }
  return (
    <FormPage<typeof loader>
      form={enteredForm}
      title={title}
      context={more.name}
      known={{
        ...locationRows(enteredForm, enteredLocations),
        fare: { options: more.fares },
        stop: { options: more.stops },
        route: { options: more.routes },
      }}
      submit="Enter the application"
      cancelHref={schoolPaths.transportApplications}
    />
  )
}
