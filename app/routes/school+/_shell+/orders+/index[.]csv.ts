import { listOrders } from '~/models/shop/office-orders.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listOrders)
