import { ofTeacherSections } from '~/http/route.server'
import { listShortage } from '~/models/attendance/attendance-lists.server'
import { fileLoader } from '~/office/list.server'
import { list } from './shortage'

export const loader = fileLoader(list, ofTeacherSections(listShortage))
