import { verdictOfActorRule } from '../security/expectations'
import type { Policy } from '../security/policy'
import type { Actor } from '../security/world'

/** An exam belongs to the class: a classmate may open the same address, which then shows the classmate's own marks. */
const ofTheClass = (actor: Actor) => (actor === 'classmate' ? 'in' : verdictOfActorRule(actor, 'student', true))

export const resultsPolicies: Record<string, Policy> = {
  'routes/students+/_shell+/exams+/index': { get: 'student' },
  'routes/students+/_shell+/exams+/$id': {
    get: 'student',
    ids: ({ exams }) => [exams.publishedExam],
    verdict: ofTheClass,
  },
  'routes/students+/_shell+/results+/index': { get: 'student' },
  'routes/students+/_shell+/results+/$id.index': {
    get: 'student',
    ids: ({ exams }) => [exams.publishedExam],
    verdict: ofTheClass,
  },
  'routes/students+/_shell+/results+/$id.report-card[.]pdf': {
    get: 'student',
    ids: ({ exams }) => [exams.publishedExam],
    verdict: ofTheClass,
  },
  'routes/school+/_shell+/exams+/$id.report-cards.index': { get: 'exams:view', ids: ({ exams }) => [exams.exam] },
  'routes/school+/_shell+/exams+/$id.report-cards[.]pdf': {
    get: 'exams:view',
    ids: ({ exams }) => [exams.exam],
    query: ({ student }) => `student=${student.publicId}`,
  },
}
