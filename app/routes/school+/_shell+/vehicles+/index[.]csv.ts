import { fileLoader } from '~/kit/pages/list.server'
import { vehicles } from '~/models/money/vehicles/vehicles.server'
import { list } from './index'

export const loader = fileLoader(list, vehicles.list)
