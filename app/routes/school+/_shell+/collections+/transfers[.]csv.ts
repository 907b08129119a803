import { fileLoader } from '~/kit/pages/list.server'
import { listTransfers } from '~/models/money/ledger/books/collections.server'
import { list } from './transfers.index'

export const loader = fileLoader(list, listTransfers)
