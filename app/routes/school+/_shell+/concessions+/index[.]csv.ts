import { listConcessions } from '~/models/fees/concession-queries.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listConcessions)
