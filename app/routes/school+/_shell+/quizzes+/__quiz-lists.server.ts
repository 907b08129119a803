import { listViewOf } from '~/http/route.server'
import { listStudents, studentSorts } from '~/models/quizzes/attempts-of-quiz.server'
import { officeAttemptStates } from '~/models/quizzes/office-states'
import type { QuizVisit } from './__quiz-guard.server'

type Place = { page?: number; pageSize?: number }

/** The students of a quiz that an address asks for. */
export function studentListOf(request: Request, { scope, quiz, ownIds }: QuizVisit) {
  const view = listViewOf(request, { sorts: studentSorts, filters: { section: 'id', state: officeAttemptStates } })
  const input = {
    ...view,
    state: view.filters.state,
    sectionId: view.filters.section,
    ownSectionIds: ownIds,
  }
  return { view, list: (place: Place = {}) => listStudents(scope, quiz, { ...input, ...place }) }
}
