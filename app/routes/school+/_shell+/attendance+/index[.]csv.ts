import { ofTeacherSections } from '~/http/route.server'
import { fileLoader } from '~/kit/pages/list.server'
import { listDay } from '~/models/learning/attendance/attendance-lists.server'
import { list } from './index'

export const loader = fileLoader(list, ofTeacherSections(listDay))
