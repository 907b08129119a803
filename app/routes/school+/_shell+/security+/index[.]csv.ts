import { listSecurityEvents } from '~/models/dashboard/list-security-events.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listSecurityEvents)
