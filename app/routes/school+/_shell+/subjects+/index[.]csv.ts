import { subjects } from '~/models/academics/subjects.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of subjects for a spreadsheet. */
export const loader = fileLoader(list, subjects.list)
