import { fileLoader } from '~/kit/pages/list.server'
import { listAudit } from '~/models/entry/dashboard/list-audit.server'
import { list } from './index'

export const loader = fileLoader(list, listAudit)
