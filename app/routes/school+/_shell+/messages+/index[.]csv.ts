import { listMessages } from '~/models/messaging/messages.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** What families were told, for a spreadsheet. */
export const loader = fileLoader(list, listMessages)
