import { listExams } from '~/models/exams/exam-queries.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listExams)
