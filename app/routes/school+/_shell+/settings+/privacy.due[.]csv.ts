import { fileLoader } from '~/kit/pages/list.server'
import { listDue } from '~/models/entry/retention/due.server'
import { list } from './privacy.due.index'

export const loader = fileLoader(list, listDue)
