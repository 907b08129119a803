import { ofTeacherSections } from '~/http/route.server'
import { listStudents } from '~/models/academics/list-students.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of students for a spreadsheet. */
export const loader = fileLoader(list, ofTeacherSections(listStudents))
