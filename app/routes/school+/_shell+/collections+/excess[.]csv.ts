import { listExcess } from '~/models/ledger/collections.server'
import { fileLoader } from '~/office/list.server'
import { list } from './excess.index'

export const loader = fileLoader(list, listExcess)
