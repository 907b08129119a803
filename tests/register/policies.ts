import type { Policy } from '../security/policy'

export const registerPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/general-register+/index': { get: 'register:view', at: () => '/school/general-register' },
  'routes/school+/_shell+/general-register+/index[.]csv': {
    get: 'register:view',
    at: () => '/school/general-register.csv',
  },
  'routes/school+/_shell+/general-register+/$id': {
    get: 'register:view',
    at: ({ register }) => `/school/general-register/${register.student}`,
  },
  'routes/school+/_shell+/general-register+/pages': {
    get: 'register:view',
    at: () => '/school/general-register/pages?language=gu',
  },
  'routes/school+/_shell+/general-register+/pages[.]pdf': {
    get: 'register:view',
    at: () => '/school/general-register/pages.pdf?language=hi',
  },
  'routes/school+/_shell+/students+/$id.correction': {
    get: 'students:edit',
    post: 'students:edit',
    at: ({ register }) => `/school/students/${register.student}/correction`,
    body: () => ({
      first_name: 'Jayshree',
      last_name: 'Rathod',
      date_of_birth: '2012-07-15',
      authority: 'District Education Officer, Rajkot',
      order_number: 'DEO/7',
      ordered_on: '2026-02-02',
      reason: 'As in the birth certificate',
      version: '2',
    }),
  },
}
