import { ofTeacherSections } from '~/http/route.server'
import { listDay } from '~/models/attendance/attendance-lists.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, ofTeacherSections(listDay))
