import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { applicationChoices, listTransportApplications } from '~/models/money/transport/decide/applications.server'
import { kindNames } from '~/models/money/transport/decide/decision-words'
import { applicationList } from '~/routes/school+/_shell+/__transport-list'

export const handle = pageTitle(() => 'Transport applications')

type Choices = Awaited<ReturnType<typeof applicationChoices>>

const list: ListOf<typeof listTransportApplications, Choices> = {
  ...applicationList,
  path: schoolPaths.transportApplications,
  file: { path: schoolPaths.transportApplicationsFile, name: 'transport-applications.csv' },
  add: { href: schoolPaths.newTransportApplication, may: 'transport-applications:decide' },
  filters: { kind: { label: 'Kind', any: 'Both', options: optionsOf(kindNames) }, ...applicationList.filters },
}

export const loader = listLoader(list, listTransportApplications, applicationChoices)

export default listPage(list, {
  title: 'Transport applications',
  context: 'Students who have applied for a seat, by fare or in a vehicle, who travel now, or who have stopped.',
  icon: 'bus',
  empty: 'Students’ applications for a seat will be listed here, to be approved and given a seat.',
})
