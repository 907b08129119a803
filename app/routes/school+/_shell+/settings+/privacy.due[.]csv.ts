import { listDue } from '~/models/retention/due.server'
import { fileLoader } from '~/office/list.server'
import { list } from './privacy.due.index'

export const loader = fileLoader(list, listDue)
