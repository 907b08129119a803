import { fileLoader } from '~/kit/pages/list.server'
import { routes } from '~/models/money/vehicles/routes.server'
import { list } from './index'

export const loader = fileLoader(list, routes.list)
