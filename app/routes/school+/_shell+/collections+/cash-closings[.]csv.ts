import { fileLoader } from '~/kit/pages/list.server'
import { listCashClosings } from '~/models/money/ledger/counter/cash-closings.server'
import { list } from './cash-closings.index'

export const loader = fileLoader(list, listCashClosings)
