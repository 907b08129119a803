import { ofTeacherSections } from '~/http/route.server'
import { fileLoader } from '~/kit/pages/list.server'
import { listShortage } from '~/models/learning/attendance/attendance-lists.server'
import { list } from './shortage'

export const loader = fileLoader(list, ofTeacherSections(listShortage))
