import { routes } from '~/models/vehicles/routes.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, routes.list)
