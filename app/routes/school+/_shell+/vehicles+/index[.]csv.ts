import { vehicles } from '~/models/vehicles/vehicles.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of vehicles for a spreadsheet. */
export const loader = fileLoader(list, vehicles.list)
