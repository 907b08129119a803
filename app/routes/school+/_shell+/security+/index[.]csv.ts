import { fileLoader } from '~/kit/pages/list.server'
import { listSecurityEvents } from '~/models/entry/dashboard/list-security-events.server'
import { list } from './index'

export const loader = fileLoader(list, listSecurityEvents)
