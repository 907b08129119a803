import { fileLoader } from '~/kit/pages/list.server'
import { listMessages } from '~/models/contact/messaging/messages.server'
import { list } from './index'

export const loader = fileLoader(list, listMessages)
