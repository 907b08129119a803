import type { Policy } from '../security/policy'

export const profilePolicies: Record<string, Policy> = {
  'routes/students+/_shell+/profile+/index': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    // Posts the parents' tab, whose form is the largest of the six.
    query: () => 'tab=parent',
    body: () => ({
      version: '1',
      father_name: 'Rajeshbhai Patel',
      mother_name: 'Hetal Vora',
      father_occupation: 'Farmer',
    }),
  },
  'routes/students+/_shell+/profile+/changes.$id.withdrawal': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    ids: (things) => [things.changeRequest],
    body: () => ({}),
  },
  'routes/students+/_shell+/profile+/documents.removal': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    query: (things) => `file=${encodeURIComponent(things.document)}`,
    body: () => ({}),
  },
  'routes/students+/_shell+/profile+/email.confirm': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    query: () => `token=${'x'.repeat(43)}`,
    body: () => ({ token: 'x'.repeat(43) }),
    notAcceptedBecause: 'the token is in a mail (a flow shows it)',
  },
  'routes/students+/_shell+/settings+/data.index': { guardians: 'never', get: 'student' },
  'routes/students+/_shell+/settings+/data.file': { guardians: 'never', get: 'student' },
}
