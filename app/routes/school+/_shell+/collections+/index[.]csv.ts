import { listPayments } from '~/models/ledger/collections.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of collections for a spreadsheet. */
export const loader = fileLoader(list, listPayments)
