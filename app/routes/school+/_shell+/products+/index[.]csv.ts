import { fileLoader } from '~/kit/pages/list.server'
import { products } from '~/models/money/shop/products.server'
import { list } from './index'

export const loader = fileLoader(list, products.list)
