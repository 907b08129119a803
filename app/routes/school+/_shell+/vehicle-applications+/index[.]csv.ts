import { listVehicleApplications } from '~/models/transport/applications.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listVehicleApplications)
