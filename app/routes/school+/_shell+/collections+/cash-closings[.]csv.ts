import { listCashClosings } from '~/models/ledger/cash-closings.server'
import { fileLoader } from '~/office/list.server'
import { list } from './cash-closings.index'

export const loader = fileLoader(list, listCashClosings)
