import { vehicles } from '~/models/vehicles/vehicles.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, vehicles.list)
