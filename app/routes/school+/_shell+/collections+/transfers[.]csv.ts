import { listTransfers } from '~/models/ledger/collections.server'
import { fileLoader } from '~/office/list.server'
import { list } from './transfers.index'

/** Declared payments that wait to be confirmed, for a spreadsheet. */
export const loader = fileLoader(list, listTransfers)
