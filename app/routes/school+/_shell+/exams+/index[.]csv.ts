import { fileLoader } from '~/kit/pages/list.server'
import { listExams } from '~/models/learning/exams/exam-queries.server'
import { list } from './index'

export const loader = fileLoader(list, listExams)
