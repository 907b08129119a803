import { verdictOfActorRule } from '../security/expectations'
import type { Policy } from '../security/policy'
import type { Actor } from '../security/world'

/** An exam belongs to the class: a classmate sees the classmate's own marks at the same address. */
const ofTheClass = (actor: Actor) => (actor === 'classmate' ? 'in' : verdictOfActorRule(actor, 'student', true))

export const resultsPolicies: Record<string, Policy> = {
  'routes/students+/_shell+/exams+/index': { get: 'student', at: () => '/students/exams' },
  'routes/students+/_shell+/exams+/$id': {
    get: 'student',
    at: ({ exams }) => `/students/exams/${exams.publishedExam}`,
    verdict: ofTheClass,
  },
  'routes/students+/_shell+/results+/index': { get: 'student', at: () => '/students/results' },
  'routes/students+/_shell+/results+/$id.index': {
    get: 'student',
    at: ({ exams }) => `/students/results/${exams.publishedExam}`,
    verdict: ofTheClass,
  },
  'routes/students+/_shell+/results+/$id.report-card[.]pdf': {
    get: 'student',
    at: ({ exams }) => `/students/results/${exams.publishedExam}/report-card.pdf`,
    verdict: ofTheClass,
  },
  'routes/school+/_shell+/exams+/$id.report-cards.index': {
    get: 'exams:view',
    at: ({ exams }) => `/school/exams/${exams.exam}/report-cards`,
  },
  'routes/school+/_shell+/exams+/$id.report-cards[.]pdf': {
    get: 'exams:view',
    at: ({ exams, student }) => `/school/exams/${exams.exam}/report-cards.pdf?student=${student.publicId}`,
  },
}
