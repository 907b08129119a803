import { listFees } from '~/models/fees/queries.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listFees)
