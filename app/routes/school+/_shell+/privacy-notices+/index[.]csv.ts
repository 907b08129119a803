import { privacyNotices } from '~/models/consents/notices.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The versions of the notices for a spreadsheet. */
export const loader = fileLoader(list, privacyNotices.list)
