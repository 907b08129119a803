import { listVehicleApplications } from '~/models/transport/applications.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of applications for a vehicle for a spreadsheet. */
export const loader = fileLoader(list, listVehicleApplications)
