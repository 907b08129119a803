import { fileLoader } from '~/kit/pages/list.server'
import { listPayments } from '~/models/money/ledger/books/collections.server'
import { list } from './index'

export const loader = fileLoader(list, listPayments)
