import { listPayments } from '~/models/ledger/collections.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listPayments)
