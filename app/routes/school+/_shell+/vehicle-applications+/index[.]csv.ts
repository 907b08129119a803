import { fileLoader } from '~/kit/pages/list.server'
import { listVehicleApplications } from '~/models/money/transport/decide/applications.server'
import { list } from './index'

export const loader = fileLoader(list, listVehicleApplications)
