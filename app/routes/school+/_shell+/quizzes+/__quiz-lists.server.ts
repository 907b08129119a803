import { listViewOf } from '~/http/route.server'
import { listStudents } from '~/models/learning/quizzes/mark/attempts-of-quiz.server'
import { officeAttemptStates } from '~/models/learning/quizzes/office-states'
import type { QuizVisit } from './__quiz-guard.server'

const viewOptions = {
  sorts: ['roll', 'name', 'score', 'submitted'],
  filters: { section: 'id', state: officeAttemptStates },
} as const

export function studentListOf(request: Request, { scope, quiz, ownIds }: QuizVisit) {
  const view = listViewOf(request, viewOptions)
  const list = (paging: { page?: number; pageSize?: number } = {}) =>
    listStudents(scope, quiz, { ...view, ...paging }, ownIds)
  return { view, list }
}
