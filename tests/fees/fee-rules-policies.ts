import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'

export const feeRulesPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/fees+/index[.]csv': { get: 'fees:view', at: () => '/school/fees.csv' },
  'routes/school+/_shell+/fees+/$id.fine': {
    get: 'fees:edit',
    post: 'fees:edit',
    at: (things) => `/school/fees/${things.fee}/fine`,
    body: () => ({ fine_kind: 'per_day', fine_amount: '10', fine_grace_days: '5', fine_cap: '500', version: '1' }),
  },
  'routes/school+/_shell+/fees+/$id.copy': {
    get: 'fees:edit',
    post: 'fees:edit',
    at: (things) => `/school/fees/${things.fee}/copy`,
    body: (things) => ({
      name: `Copy ${randomUUID()}`,
      academic_session: things.session.publicId,
      class: things.class.publicId,
    }),
  },
  'routes/school+/_shell+/dues+/$id.index': {
    get: 'fees:view',
    at: (things) => `/school/dues/${things.finedDue.publicId}`,
  },
  'routes/school+/_shell+/dues+/$id.fine-waiver': {
    get: 'payments:correct',
    post: 'payments:correct',
    at: (things) => `/school/dues/${things.finedDue.publicId}/fine-waiver`,
    body: () => ({ reason: 'The bank was closed' }),
  },
  'routes/school+/_shell+/students+/$id.fees': {
    get: 'fees:view',
    at: (things) => `/school/students/${things.student.publicId}/fees`,
  },
  'routes/school+/_shell+/students+/$id.concessions.index': {
    get: 'fees:view',
    at: (things) => `/school/students/${things.student.publicId}/concessions`,
  },
  'routes/school+/_shell+/students+/$id.concessions.new': {
    get: 'fees:edit',
    post: 'fees:edit',
    at: (things) => `/school/students/${things.student.publicId}/concessions/new`,
    body: (things) => ({
      form_key: randomUUID(),
      kind: 'sibling',
      academic_session: things.session.publicId,
      percent: '1',
      reason: 'Two brothers at this school',
    }),
  },
  'routes/school+/_shell+/concessions+/index': { get: 'fees:view', at: () => '/school/concessions' },
  'routes/school+/_shell+/concessions+/index[.]csv': { get: 'fees:view', at: () => '/school/concessions.csv' },
  'routes/school+/_shell+/concessions+/$id.removal': {
    get: 'fees:edit',
    post: 'fees:edit',
    at: (things) => `/school/concessions/${things.concession}/removal`,
    body: () => ({}),
  },
}
