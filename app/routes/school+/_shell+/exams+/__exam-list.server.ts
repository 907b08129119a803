import { listViewOf } from '~/http/list.server'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { examSorts, listExams } from '~/models/exams/exam-queries.server'
import { examStatuses, examTypes } from '~/models/exams/options'
import { todayInIndia } from '~/models/shared/calendar'

/** The list of exams that an address asks for; a teacher's are those with something to mark. */
export function examListOf(request: Request, { scope, role, staffId }: StaffSession) {
  const view = listViewOf(request, {
    sorts: examSorts,
    filters: {
      type: examTypes,
      class: 'id',
      session: 'id',
      status: examStatuses,
      results: ['published', 'unpublished'],
    },
  })
  const { type, class: classId, session: sessionId, status, results } = view.filters
  const today = todayInIndia(new Date())
  const teacherId = role === 'teacher' ? staffId : null
  const wish = { ...view, type, classId, sessionId, status, results, today, teacherId }
  return {
    view,
    today,
    list: (place: { page?: number; pageSize?: number } = {}) => listExams(scope, { ...wish, ...place }),
  }
}
