import { listTransfers } from '~/models/ledger/collections.server'
import { fileLoader } from '~/office/list.server'
import { list } from './transfers.index'

export const loader = fileLoader(list, listTransfers)
