import { privacyNotices } from '~/models/consents/notices.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, privacyNotices.list)
