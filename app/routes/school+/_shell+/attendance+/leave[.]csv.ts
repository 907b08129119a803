import { ofTeacherSections } from '~/http/route.server'
import { listLeaveApplications } from '~/models/attendance/leave-applications.server'
import { fileLoader } from '~/office/list.server'
import { list } from './leave.index'

export const loader = fileLoader(list, ofTeacherSections(listLeaveApplications))
