import { ofTeacherSections } from '~/http/route.server'
import { fileLoader } from '~/kit/pages/list.server'
import { listAbsentees } from '~/models/learning/attendance/attendance-lists.server'
import { list } from './absentees'

export const loader = fileLoader(list, ofTeacherSections(listAbsentees))
