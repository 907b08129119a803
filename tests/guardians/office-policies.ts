import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'

const edits = { get: 'students:edit', post: 'students:edit' } as const

/** Office pages of guardians and of the sibling rule. */
export const guardianOfficePolicies: Record<string, Policy> = {
  'routes/school+/_shell+/guardians+/index': { get: 'students:edit' },
  'routes/school+/_shell+/guardians+/index[.]csv': { get: 'students:edit' },
  'routes/school+/_shell+/guardians+/new': {
    ...edits,
    body: () => ({ name: 'Rajesh Patel', mobile_state: 'unproved', email_state: 'unproved', form_key: randomUUID() }),
  },
  'routes/school+/_shell+/guardians+/$id.index': {
    get: 'students:edit',
    ids: ({ guardianOffice }) => [guardianOffice.guardian],
  },
  'routes/school+/_shell+/guardians+/$id.edit': {
    ...edits,
    ids: ({ guardianOffice }) => [guardianOffice.guardian],
    body: () => ({ name: 'Kirit M. Shah', mobile_state: 'wrong', email_state: 'unproved', version: '1' }),
  },
  'routes/school+/_shell+/guardians+/$id.access': {
    ...edits,
    ids: ({ guardianOffice }) => [guardianOffice.activated],
    body: () => ({ reason: 'The son has activated it' }),
  },
  'routes/school+/_shell+/guardians+/$id.delete': {
    ...edits,
    ids: ({ guardianOffice }) => [guardianOffice.spare],
    body: () => ({}),
  },
  'routes/school+/_shell+/guardians+/$id.children.new': {
    ...edits,
    ids: ({ guardianOffice }) => [guardianOffice.guardian],
    body: ({ guardianOffice }) => ({
      number: guardianOffice.other,
      relation: 'guardian',
      position: '1',
      may_see: 'on',
      form_key: randomUUID(),
    }),
  },
  'routes/school+/_shell+/guardians+/$id.children.$childId.edit': {
    ...edits,
    ids: ({ guardianOffice: { guardian, link } }) => [guardian, link],
    body: () => ({ relation: 'guardian', position: '2', version: '1' }),
  },
  'routes/school+/_shell+/guardians+/$id.children.$childId.delete': {
    ...edits,
    ids: ({ guardianOffice: { guardian, spareLink } }) => [guardian, spareLink],
    body: () => ({}),
  },
  'routes/school+/_shell+/guardians+/proposals.index': {
    ...edits,
    body: () => ({ intent: 'all', form_key: randomUUID() }),
  },
  'routes/school+/_shell+/guardians+/proposals.$id.index': {
    get: 'students:edit',
    ids: ({ guardianOffice }) => [guardianOffice.batch],
  },
  'routes/school+/_shell+/guardians+/proposals.$id.undo': {
    ...edits,
    ids: ({ guardianOffice }) => [guardianOffice.batch],
    body: () => ({}),
  },
  'routes/school+/_shell+/guardians+/invitations': {
    ...edits,
    body: ({ guardianOffice }) => ({ guardian: guardianOffice.guardian }),
  },
  'routes/school+/_shell+/guardians+/invited': {
    get: 'messages:send',
    post: 'messages:send',
    query: ({ guardianOffice }) => `guardian=${guardianOffice.guardian}`,
    body: ({ guardianOffice }) => ({ guardian: guardianOffice.guardian }),
    notAcceptedBecause: 'the guardian has no open slip; telling.db.test.ts tells who has',
  },
  'routes/school+/_shell+/guardians+/slips[.]pdf': {
    ...edits,
    leadsTo: () => '/school/guardians/invitations',
    body: ({ guardianOffice }) => ({ guardian: guardianOffice.guardian }),
    showsOnce: 'a file with the code, of which only a digest is kept',
  },
  'routes/school+/_shell+/students+/$id.guardians': { get: 'students:edit', ids: ({ student }) => [student.publicId] },
  'routes/students+/_shell+/settings+/guardians': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    body: () => ({}),
    notAcceptedBecause: 'the student is not 18 yet; office.db.test.ts and the flow shut a guardian out',
  },
  'routes/school+/_shell+/concessions+/siblings': {
    get: 'fees:view',
    post: 'fees:edit',
    body: () => ({ plan: 'none', form_key: randomUUID() }),
    storesNothing: 'nobody differs from the rule, which is off',
  },
  'routes/school+/_shell+/settings+/sibling-concession': {
    get: 'fees:edit',
    post: 'fees:edit',
    body: () => ({ second_percent: '10', order_by: 'birth', families: 'mobile', version: '0' }),
  },
}
