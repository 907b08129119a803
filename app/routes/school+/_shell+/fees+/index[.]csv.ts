import { fileLoader } from '~/kit/pages/list.server'
import { listFees } from '~/models/money/fees/queries.server'
import { list } from './index'

export const loader = fileLoader(list, listFees)
