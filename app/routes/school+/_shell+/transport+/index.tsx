import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { routes } from '~/models/money/vehicles/routes.server'
import { kmWords } from '~/models/money/vehicles/rules'

export const handle = pageTitle(() => 'Routes')

const stateWords = { active: 'Offered', inactive: 'Not offered' }

const list: ListOf<typeof routes.list> = {
  path: schoolPaths.transport,
  file: { path: schoolPaths.transportFile, name: 'routes.csv' },
  noun: 'route',
  may: 'transport:view',
  add: { href: schoolPaths.newRoute, may: 'transport:edit' },
  search: { label: 'Search', placeholder: 'Name, place or stop' },
  filters: { state: { label: 'Status', options: optionsOf(stateWords) } },
  columns: [
    { label: 'Route', role: 'title', sort: 'name', value: 'name', href: (row) => schoolPaths.route(row.publicId) },
    { label: 'Start', value: 'startLocation' },
    { label: 'End', value: 'endLocation' },
    { label: 'Length', align: 'end', sort: 'distance', value: (row) => kmWords(row.distanceMetres) },
    { label: 'Stops', align: 'end', sort: 'stops', value: 'stops' },
    { label: 'Vehicles', align: 'end', value: 'vehicles' },
    {
      label: 'Students',
      align: 'end',
      sort: 'passengers',
      value: 'passengers',
      href: (row) => schoolPaths.passengers(row.publicId),
    },
    {
      label: 'Status',
      value: (row) => stateWords[row.isActive ? 'active' : 'inactive'],
      tone: (row) => (row.isActive ? 'good' : 'neutral'),
    },
  ],
}

export const loader = listLoader(list, routes.list)

export default listPage(list, {
  context: 'Where the school’s vehicles run, and where they stop.',
  icon: 'bus',
  empty: 'Routes with their stops will be listed here. Vehicles run on them, and students apply for a seat.',
})
