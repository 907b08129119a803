import { ofTeacherSections } from '~/http/route.server'
import { fileLoader } from '~/kit/pages/list.server'
import { listQuizzes } from '~/models/learning/quizzes/quiz-queries.server'
import { list } from './index'

export const loader = fileLoader(list, ofTeacherSections(listQuizzes))
