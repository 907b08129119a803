import { ofTeacherSections } from '~/http/route.server'
import { listQuizzes } from '~/models/quizzes/quiz-queries.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, ofTeacherSections(listQuizzes))
