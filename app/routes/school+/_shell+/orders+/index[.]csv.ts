import { listOrders } from '~/models/shop/office-orders.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of orders for a spreadsheet. */
export const loader = fileLoader(list, listOrders)
