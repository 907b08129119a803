import { listExams } from '~/models/exams/exam-queries.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of exams for a spreadsheet. */
export const loader = fileLoader(list, listExams)
