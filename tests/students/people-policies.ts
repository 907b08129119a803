import { randomUUID } from 'node:crypto'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { Policy } from '../security/policy'

export const peoplePolicies: Record<string, Policy> = {
  'routes/school+/_shell+/students+/selection': {
    get: 'students:view',
    query: (things) => `student=${things.student.publicId}`,
  },
  'routes/school+/_shell+/students+/message': {
    get: 'notices:edit',
    post: 'notices:edit',
    query: (things) => `student=${things.student.publicId}`,
    body: (things) => ({
      student: things.student.publicId,
      title: 'Bring the form',
      body: 'Until Friday.',
      form_key: randomUUID(),
    }),
  },
  'routes/school+/_shell+/students+/concession': {
    get: 'fees:edit',
    post: 'fees:edit',
    query: (things) => `student=${things.student.publicId}`,
    body: (things) => ({
      student: things.student.publicId,
      kind: 'merit',
      academic_session: things.session.publicId,
      percent: '1',
      reason: 'First in class',
      form_key: randomUUID(),
    }),
  },
  'routes/school+/_shell+/students+/fee': {
    get: 'fees:edit',
    post: 'fees:edit',
    query: (things) => `student=${things.student.publicId}&fee=${things.fee}`,
    body: () => ({ version: '1' }),
  },
  'routes/school+/_shell+/students+/export.index': { get: 'students:edit' },
  'routes/school+/_shell+/students+/export.$name': {
    get: 'students:edit',
    ids: () => ['students.csv'],
    query: () => 'columns=first_name',
  },
  'routes/school+/_shell+/students+/index[.]csv': { get: 'students:view' },
  'routes/school+/_shell+/students+/$id.status': {
    get: 'students:edit',
    post: 'students:edit',
    ids: (things) => [things.student.publicId],
    body: () => ({ status: 'inactive' }),
  },
  'routes/school+/_shell+/students+/$id.leave': {
    get: 'students:edit',
    post: 'students:edit',
    ids: (things) => [things.student.publicId],
    body: (things) => ({
      left_on: todayInIndia(new Date()),
      reason: 'Family moved to Surat',
      cancel: things.due.publicId,
    }),
  },
  'routes/school+/_shell+/students+/$id.return': {
    get: 'students:edit',
    post: 'students:edit',
    ids: (things) => [things.leaver],
    body: () => ({ register: 'mistake', mistake: 'Another student was meant' }),
  },
  'routes/school+/_shell+/students+/$id.password-reset': {
    get: 'students:edit',
    post: 'students:edit',
    ids: (things) => [things.student.publicId],
    body: () => ({ form_key: randomUUID() }),
  },
  'routes/school+/_shell+/students+/slips': { get: 'students:edit' },
  'routes/school+/_shell+/students+/slips[.]pdf': {
    get: 'students:edit',
    query: (things) => `student=${things.student.publicId}`,
    // Redirects, because that student has a password already and needs no slip.
    leadsTo: () => '/school/students/slips',
  },
  'routes/school+/_shell+/students+/id-cards': { get: 'students:view' },
  'routes/school+/_shell+/students+/id-cards[.]pdf': {
    get: 'students:view',
    query: (things) => `student=${things.student.publicId}`,
  },
  'routes/school+/_shell+/change-requests+/index': { get: 'students:edit' },
  'routes/school+/_shell+/change-requests+/index[.]csv': { get: 'students:edit' },
  'routes/school+/_shell+/change-requests+/approval': {
    get: 'students:edit',
    post: 'students:edit',
    query: (things) => `request=${things.changeRequest}`,
    body: (things) => ({ request: things.changeRequest, seen: things.student.fatherName }),
  },
  'routes/school+/_shell+/change-requests+/$id': {
    get: 'students:edit',
    post: 'students:edit',
    ids: (things) => [things.changeRequest],
    body: () => ({ decision: 'reject', reason: 'The birth certificate says otherwise' }),
  },
}
