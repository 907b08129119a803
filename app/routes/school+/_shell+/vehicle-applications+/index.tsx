import { pageTitle, schoolPaths } from '~/http/school-paths'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { applicationChoices, listVehicleApplications } from '~/models/money/transport/decide/applications.server'
import { applicationList } from '~/routes/school+/_shell+/__transport-list'

export const handle = pageTitle(() => 'Vehicle applications')

const list = {
  ...applicationList,
  path: schoolPaths.vehicleApplications,
  file: { path: schoolPaths.vehicleApplicationsFile, name: 'vehicle-applications.csv' },
}

export const loader = listLoader(list, listVehicleApplications, applicationChoices)

export default listPage(list, {
  title: 'Vehicle applications',
  context: 'Students who applied for a seat in a vehicle on its route.',
  icon: 'bus',
  empty: 'Students’ applications for a seat in a vehicle will be listed here, to be approved and given a seat.',
})
