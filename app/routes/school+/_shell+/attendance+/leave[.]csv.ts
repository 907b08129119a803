import { ofTeacherSections } from '~/http/route.server'
import { fileLoader } from '~/kit/pages/list.server'
import { listLeaveApplications } from '~/models/learning/attendance/leave-applications.server'
import { list } from './leave.index'

export const loader = fileLoader(list, ofTeacherSections(listLeaveApplications))
