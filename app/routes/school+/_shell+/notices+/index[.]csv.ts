import { ofTeacherSections } from '~/http/route.server'
import { listNotices } from '~/models/notices/notices.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of notices for a spreadsheet. */
export const loader = fileLoader(list, ofTeacherSections(listNotices))
