import { ofTeacherSections } from '~/http/route.server'
import { fileLoader } from '~/kit/pages/list.server'
import { listStudents } from '~/models/people/academics/list-students.server'
import { list } from './index'

export const loader = fileLoader(list, ofTeacherSections(listStudents))
