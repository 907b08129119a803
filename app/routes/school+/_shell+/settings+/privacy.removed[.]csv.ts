import { fileLoader } from '~/kit/pages/list.server'
import { listRestorable } from '~/models/entry/retention/restore-run.server'
import { list } from './privacy.removed.index'

export const loader = fileLoader(list, listRestorable)
