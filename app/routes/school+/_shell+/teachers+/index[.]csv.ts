import { teachers } from '~/models/academics/teachers.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of teachers for a spreadsheet. */
export const loader = fileLoader(list, teachers.list)
