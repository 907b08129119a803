import { fileLoader } from '~/kit/pages/list.server'
import { listReceipts } from '~/models/money/ledger/receipts.server'
import { list } from './receipts.index'

export const loader = fileLoader(list, listReceipts)
