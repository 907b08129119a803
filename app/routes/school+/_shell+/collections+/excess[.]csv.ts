import { listExcess } from '~/models/ledger/collections.server'
import { fileLoader } from '~/office/list.server'
import { list } from './excess.index'

/** Payments with excess for a spreadsheet. */
export const loader = fileLoader(list, listExcess)
