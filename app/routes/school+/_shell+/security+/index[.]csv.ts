import { listSecurityEvents } from '~/models/dashboard/list-security-events.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered sign-ins and devices for a spreadsheet. */
export const loader = fileLoader(list, listSecurityEvents)
