import { fileLoader } from '~/kit/pages/list.server'
import { privacyNotices } from '~/models/contact/consents/notices.server'
import { list } from './index'

export const loader = fileLoader(list, privacyNotices.list)
