import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'

const edits = { get: 'students:edit', post: 'students:edit' } as const

/** Office pages of guardians and of the sibling rule. */
export const guardianOfficePolicies: Record<string, Policy> = {
  'routes/school+/_shell+/guardians+/index': { get: 'students:edit', at: () => '/school/guardians' },
  'routes/school+/_shell+/guardians+/index[.]csv': { get: 'students:edit', at: () => '/school/guardians.csv' },
  'routes/school+/_shell+/guardians+/new': {
    ...edits,
    at: () => '/school/guardians/new',
    body: () => ({ name: 'Rajesh Patel', mobile_state: 'unproved', email_state: 'unproved', form_key: randomUUID() }),
  },
  'routes/school+/_shell+/guardians+/$id.index': {
    get: 'students:edit',
    at: ({ guardianOffice }) => `/school/guardians/${guardianOffice.guardian}`,
  },
  'routes/school+/_shell+/guardians+/$id.edit': {
    ...edits,
    at: ({ guardianOffice }) => `/school/guardians/${guardianOffice.guardian}/edit`,
    body: () => ({ name: 'Kirit M. Shah', mobile_state: 'wrong', email_state: 'unproved', version: '1' }),
  },
  'routes/school+/_shell+/guardians+/$id.access': {
    ...edits,
    at: ({ guardianOffice }) => `/school/guardians/${guardianOffice.activated}/access`,
    body: () => ({ reason: 'The son has activated it' }),
  },
  'routes/school+/_shell+/guardians+/$id.delete': {
    ...edits,
    at: ({ guardianOffice }) => `/school/guardians/${guardianOffice.spare}/delete`,
    body: () => ({}),
  },
  'routes/school+/_shell+/guardians+/$id.children.new': {
    ...edits,
    at: ({ guardianOffice }) => `/school/guardians/${guardianOffice.guardian}/children/new`,
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
    at: ({ guardianOffice: { guardian, link } }) => `/school/guardians/${guardian}/children/${link}/edit`,
    body: () => ({ relation: 'guardian', position: '2', version: '1' }),
  },
  'routes/school+/_shell+/guardians+/$id.children.$childId.delete': {
    ...edits,
    at: ({ guardianOffice: { guardian, spareLink } }) => `/school/guardians/${guardian}/children/${spareLink}/delete`,
    body: () => ({}),
  },
  'routes/school+/_shell+/guardians+/proposals.index': {
    ...edits,
    at: () => '/school/guardians/proposals',
    body: () => ({ intent: 'all', form_key: randomUUID() }),
  },
  'routes/school+/_shell+/guardians+/proposals.$id.index': {
    get: 'students:edit',
    at: ({ guardianOffice }) => `/school/guardians/proposals/${guardianOffice.batch}`,
  },
  'routes/school+/_shell+/guardians+/proposals.$id.undo': {
    ...edits,
    at: ({ guardianOffice }) => `/school/guardians/proposals/${guardianOffice.batch}/undo`,
    body: () => ({}),
  },
  'routes/school+/_shell+/guardians+/invitations': {
    ...edits,
    at: () => '/school/guardians/invitations',
    body: ({ guardianOffice }) => ({ guardian: guardianOffice.guardian }),
  },
  'routes/school+/_shell+/guardians+/invited': {
    get: 'messages:send',
    post: 'messages:send',
    at: ({ guardianOffice }) => `/school/guardians/invited?guardian=${guardianOffice.guardian}`,
    body: ({ guardianOffice }) => ({ guardian: guardianOffice.guardian }),
    notAcceptedBecause: 'the guardian has no open slip; telling.db.test.ts tells who has',
  },
  'routes/school+/_shell+/guardians+/slips[.]pdf': {
    ...edits,
    at: () => '/school/guardians/slips.pdf',
    leadsTo: () => '/school/guardians/invitations',
    body: ({ guardianOffice }) => ({ guardian: guardianOffice.guardian }),
    showsOnce: 'a file with the code, of which only a digest is kept',
  },
  'routes/school+/_shell+/students+/$id.guardians': {
    get: 'students:edit',
    at: ({ student }) => `/school/students/${student.publicId}/guardians`,
  },
  'routes/students+/_shell+/settings+/guardians': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    at: () => '/students/settings/guardians',
    body: () => ({}),
    notAcceptedBecause: 'the student is not 18 yet; office.db.test.ts and the flow shut a guardian out',
  },
  'routes/school+/_shell+/concessions+/siblings': {
    get: 'fees:view',
    post: 'fees:edit',
    at: () => '/school/concessions/siblings',
    body: () => ({ plan: 'none', form_key: randomUUID() }),
    storesNothing: 'nobody differs from the rule, which is off',
  },
  'routes/school+/_shell+/settings+/sibling-concession': {
    get: 'fees:edit',
    post: 'fees:edit',
    at: () => '/school/settings/sibling-concession',
    body: () => ({ second_percent: '10', order_by: 'birth', families: 'mobile', version: '0' }),
  },
}
