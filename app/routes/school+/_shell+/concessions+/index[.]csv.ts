import { fileLoader } from '~/kit/pages/list.server'
import { listConcessions } from '~/models/money/fees/concession-queries.server'
import { list } from './index'

export const loader = fileLoader(list, listConcessions)
