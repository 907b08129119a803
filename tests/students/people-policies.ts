import { randomUUID } from 'node:crypto'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { Policy } from '../security/policy'

export const peoplePolicies: Record<string, Policy> = {
  'routes/school+/_shell+/students+/selection': {
    get: 'students:view',
    at: (things) => `/school/students/selection?student=${things.student.publicId}`,
  },
  'routes/school+/_shell+/students+/message': {
    get: 'notices:edit',
    post: 'notices:edit',
    at: (things) => `/school/students/message?student=${things.student.publicId}`,
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
    at: (things) => `/school/students/concession?student=${things.student.publicId}`,
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
    at: (things) => `/school/students/fee?student=${things.student.publicId}&fee=${things.fee}`,
    body: () => ({ version: '1' }),
  },
  'routes/school+/_shell+/students+/export.index': { get: 'students:edit', at: () => '/school/students/export' },
  'routes/school+/_shell+/students+/export.$name': {
    get: 'students:edit',
    at: () => '/school/students/export/students.csv?columns=first_name',
  },
  'routes/school+/_shell+/students+/index[.]csv': { get: 'students:view', at: () => '/school/students.csv' },
  'routes/school+/_shell+/students+/$id.status': {
    get: 'students:edit',
    post: 'students:edit',
    at: (things) => `/school/students/${things.student.publicId}/status`,
    body: () => ({ status: 'inactive' }),
  },
  'routes/school+/_shell+/students+/$id.leave': {
    get: 'students:edit',
    post: 'students:edit',
    at: (things) => `/school/students/${things.student.publicId}/leave`,
    body: (things) => ({
      left_on: todayInIndia(new Date()),
      reason: 'Family moved to Surat',
      cancel: things.due.publicId,
    }),
  },
  'routes/school+/_shell+/students+/$id.return': {
    get: 'students:edit',
    post: 'students:edit',
    at: (things) => `/school/students/${things.leaver}/return`,
    body: () => ({ register: 'mistake', mistake: 'Another student was meant' }),
  },
  'routes/school+/_shell+/students+/$id.password-reset': {
    get: 'students:edit',
    post: 'students:edit',
    at: (things) => `/school/students/${things.student.publicId}/password-reset`,
    body: () => ({ form_key: randomUUID() }),
  },
  'routes/school+/_shell+/students+/slips': { get: 'students:edit', at: () => '/school/students/slips' },
  'routes/school+/_shell+/students+/slips[.]pdf': {
    get: 'students:edit',
    at: (things) => `/school/students/slips.pdf?student=${things.student.publicId}`,
    // Redirects, because that student has a password already and needs no slip.
    leadsTo: () => '/school/students/slips',
  },
  'routes/school+/_shell+/students+/id-cards': { get: 'students:view', at: () => '/school/students/id-cards' },
  'routes/school+/_shell+/students+/id-cards[.]pdf': {
    get: 'students:view',
    at: (things) => `/school/students/id-cards.pdf?student=${things.student.publicId}`,
  },
  'routes/school+/_shell+/change-requests+/index': { get: 'students:edit', at: () => '/school/change-requests' },
  'routes/school+/_shell+/change-requests+/index[.]csv': {
    get: 'students:edit',
    at: () => '/school/change-requests.csv',
  },
  'routes/school+/_shell+/change-requests+/approval': {
    get: 'students:edit',
    post: 'students:edit',
    at: (things) => `/school/change-requests/approval?request=${things.changeRequest}`,
    body: (things) => ({ request: things.changeRequest, seen: things.student.fatherName }),
  },
  'routes/school+/_shell+/change-requests+/$id': {
    get: 'students:edit',
    post: 'students:edit',
    at: (things) => `/school/change-requests/${things.changeRequest}`,
    body: () => ({ decision: 'reject', reason: 'The birth certificate says otherwise' }),
  },
}
