import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'

export const feeRulesPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/fees+/index[.]csv': { get: 'fees:view' },
  'routes/school+/_shell+/fees+/$id.fine': {
    get: 'fees:edit',
    post: 'fees:edit',
    ids: (things) => [things.fee],
    body: () => ({ fine_kind: 'per_day', fine_amount: '10', fine_grace_days: '5', fine_cap: '500', version: '1' }),
  },
  'routes/school+/_shell+/fees+/$id.copy': {
    get: 'fees:edit',
    post: 'fees:edit',
    ids: (things) => [things.fee],
    body: (things) => ({
      name: `Copy ${randomUUID()}`,
      academic_session: things.session.publicId,
      class: things.class.publicId,
    }),
  },
  'routes/school+/_shell+/dues+/$id.index': { get: 'fees:view', ids: (things) => [things.finedDue.publicId] },
  'routes/school+/_shell+/dues+/$id.correction': {
    get: 'fees:edit',
    post: 'fees:edit',
    ids: (things) => [things.openingDue.publicId],
    body: () => ({ amount: '900', due_on: '2026-04-10' }),
  },
  'routes/school+/_shell+/dues+/$id.removal': {
    get: 'fees:edit',
    post: 'fees:edit',
    ids: (things) => [things.openingDueToRemove.publicId],
    body: () => ({ reason: 'Entered twice' }),
  },
  'routes/school+/_shell+/dues+/$id.fine-waiver': {
    get: 'payments:correct',
    post: 'payments:correct',
    ids: (things) => [things.finedDue.publicId],
    body: () => ({ reason: 'The bank was closed' }),
  },
  'routes/school+/_shell+/students+/$id.fees': { get: 'fees:view', ids: (things) => [things.student.publicId] },
  'routes/school+/_shell+/students+/$id.concessions.index': {
    get: 'fees:view',
    ids: (things) => [things.student.publicId],
  },
  'routes/school+/_shell+/students+/$id.concessions.new': {
    get: 'fees:edit',
    post: 'fees:edit',
    ids: (things) => [things.student.publicId],
    body: (things) => ({
      form_key: randomUUID(),
      kind: 'sibling',
      academic_session: things.session.publicId,
      percent: '1',
      reason: 'Two brothers at this school',
    }),
  },
  'routes/school+/_shell+/concessions+/index': { get: 'fees:view' },
  'routes/school+/_shell+/concessions+/index[.]csv': { get: 'fees:view' },
  'routes/school+/_shell+/concessions+/$id.removal': {
    get: 'fees:edit',
    post: 'fees:edit',
    ids: (things) => [things.concession],
    body: () => ({}),
  },
}
