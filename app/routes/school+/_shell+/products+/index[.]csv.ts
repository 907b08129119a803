import { products } from '~/models/shop/products.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, products.list)
