import { fileLoader } from '~/kit/pages/list.server'
import { listOrders } from '~/models/money/shop/orders/office-orders.server'
import { list } from './index'

export const loader = fileLoader(list, listOrders)
