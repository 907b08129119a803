import { ofTeacherSections } from '~/http/route.server'
import { listShortage } from '~/models/attendance/attendance-lists.server'
import { fileLoader } from '~/office/list.server'
import { list } from './shortage'

/** Students below 75% for a spreadsheet. */
export const loader = fileLoader(list, ofTeacherSections(listShortage))
