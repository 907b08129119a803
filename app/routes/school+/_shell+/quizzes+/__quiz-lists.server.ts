import { listViewOf } from '~/http/route.server'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { listStudents, studentSorts } from '~/models/quizzes/attempts-of-quiz.server'
import { officeAttemptStates, officeQuizStates } from '~/models/quizzes/office-states'
import { listQuizzes, quizSorts } from '~/models/quizzes/quiz-queries.server'
import type { QuizVisit } from './__quiz-guard.server'

type Place = { page?: number; pageSize?: number }

/** The list of quizzes that an address asks for; a teacher's are those for own sections. */
export function quizListOf(request: Request, { scope }: StaffSession, ownSectionIds: readonly number[] | null) {
  const view = listViewOf(request, {
    sorts: quizSorts,
    filters: { class: 'id', section: 'id', session: 'id', state: officeQuizStates },
  })
  const { class: classId, section: sectionId, session: sessionId, state } = view.filters
  const input = { ...view, classId, sectionId, sessionId, state, ownSectionIds }
  return { view, list: (place: Place = {}) => listQuizzes(scope, { ...input, ...place }) }
}

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
