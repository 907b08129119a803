import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'

export const enrollmentsPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/enrollments+/index': { get: 'students:view' },
  'routes/school+/_shell+/enrollments+/index[.]csv': { get: 'students:view' },
  'routes/school+/_shell+/enrollments+/assign': {
    get: 'students:edit',
    post: 'students:edit',
    body: (things) => ({
      academic_session: things.spare.session,
      section: things.section.publicId,
      enrolled_on: things.session.startsOn,
      student: things.student.publicId,
    }),
  },
  'routes/school+/_shell+/enrollments+/promote': {
    ignoresOthers: { 'to-*, too': 'a student has one such field, and of two the last counts' },
    get: 'students:edit',
    post: 'students:edit',
    query: (things) => `from=${things.session.publicId}&to=${things.spare.session}&class=${things.class.publicId}`,
    body: (things) => ({
      form_key: randomUUID(),
      roll_numbers: 'by-name',
      [`to-${things.enrollment.publicId}`]: things.section.publicId,
    }),
  },
  'routes/school+/_shell+/enrollments+/promotions.$id.undo': {
    get: 'students:edit',
    post: 'students:edit',
    ids: (things) => [things.promotion],
    body: () => ({}),
  },
  'routes/school+/_shell+/enrollments+/roll-numbers': {
    get: 'students:edit',
    post: 'students:edit',
    query: (things) => `session=${things.session.publicId}&section=${things.section.publicId}`,
    body: (things) => ({
      session: things.session.publicId,
      section: things.section.publicId,
      seen: 'x',
      [`roll-${things.enrollment.publicId}`]: '7',
    }),
    notAcceptedBecause: 'the form carries a mark of the register it was made from (app/models/people/academics tests)',
  },
  'routes/school+/_shell+/students+/$id.history': { get: 'students:view', ids: (things) => [things.student.publicId] },
  'routes/school+/_shell+/students+/$id.enrollments.$enrollmentId.delete': {
    get: 'students:edit',
    post: 'students:edit',
    ids: (things) => [things.student.publicId, things.enrollment.publicId],
    body: () => ({}),
    notAcceptedBecause:
      'attendance and marks hold this enrollment (app/models/entry/admissions tests delete a free one)',
  },
}
