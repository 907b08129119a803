import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { vehicles } from '~/models/money/vehicles/vehicles.server'

export const handle = pageTitle(() => 'Delete vehicle')

const page = deleting({
  ...vehicles,
  may: 'transport:edit',
  obstacle: (vehicle) => (vehicle.isAppliedFor ? 'applied-for' : null),
  consequence:
    'No one has applied for a seat in it. It will be deleted permanently, with its documents, its picture and its times on routes.',
  refusals: {
    'applied-for':
      'Students travel in it or have applied for a seat, so it is kept with their applications. To stop offering it, edit it and set its status to “Inactive”.',
  },
  backHref: schoolPaths.vehicle,
  removed: () => schoolPaths.vehicles,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
