import { pageTitle, schoolPaths } from '~/http/school-paths'
import { saveVehiclePicture, vehicles } from '~/models/money/vehicles/vehicles.server'
import { picturing } from '../__picture.server'
import { PicturePage } from '../__picture-page'

export const handle = pageTitle(() => 'Picture of a vehicle', { hasForm: true })

const page = picturing({
  may: 'transport:edit',
  folder: 'vehicles',
  find: vehicles.find,
  context: 'Students see it in the list of vehicles.',
  called: ({ vehicleNumber }) => vehicleNumber,
  save: saveVehiclePicture,
  saved: schoolPaths.vehicle,
})
export const loader = page.loader
export const action = page.action

export default PicturePage
