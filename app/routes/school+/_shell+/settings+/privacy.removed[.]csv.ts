import { listRestorable } from '~/models/retention/restore-run.server'
import { fileLoader } from '~/office/list.server'
import { list } from './privacy.removed.index'

export const loader = fileLoader(list, listRestorable)
