import { products } from '~/models/shop/products.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of products for a spreadsheet. */
export const loader = fileLoader(list, products.list)
