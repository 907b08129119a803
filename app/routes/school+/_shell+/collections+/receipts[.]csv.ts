import { listReceipts } from '~/models/ledger/receipts.server'
import { fileLoader } from '~/office/list.server'
import { list } from './receipts.index'

export const loader = fileLoader(list, listReceipts)
