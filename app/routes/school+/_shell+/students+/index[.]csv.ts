import { ofTeacherSections } from '~/http/route.server'
import { listStudents } from '~/models/academics/list-students.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, ofTeacherSections(listStudents))
