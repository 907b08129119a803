import { fileLoader } from '~/kit/pages/list.server'
import { listExcess } from '~/models/money/ledger/books/collections.server'
import { list } from './excess.index'

export const loader = fileLoader(list, listExcess)
