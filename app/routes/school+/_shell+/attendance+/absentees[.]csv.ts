import { ofTeacherSections } from '~/http/route.server'
import { listAbsentees } from '~/models/attendance/attendance-lists.server'
import { fileLoader } from '~/office/list.server'
import { list } from './absentees'

export const loader = fileLoader(list, ofTeacherSections(listAbsentees))
