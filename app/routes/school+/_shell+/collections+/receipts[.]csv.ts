import { listReceipts } from '~/models/ledger/receipts.server'
import { fileLoader } from '~/office/list.server'
import { list } from './receipts.index'

/** The register of receipts of one financial year for a spreadsheet. */
export const loader = fileLoader(list, listReceipts)
