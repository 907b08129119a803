import { routes } from '~/models/vehicles/routes.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of routes for a spreadsheet. */
export const loader = fileLoader(list, routes.list)
