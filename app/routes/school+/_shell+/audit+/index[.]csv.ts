import { listAudit } from '~/models/dashboard/list-audit.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listAudit)
