import { listMessages } from '~/models/messaging/messages.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listMessages)
