import type { Policy } from '../security/policy'

export const registerPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/general-register+/index': { get: 'register:view' },
  'routes/school+/_shell+/general-register+/index[.]csv': { get: 'register:view' },
  'routes/school+/_shell+/general-register+/$id': { get: 'register:view', ids: ({ register }) => [register.student] },
  'routes/school+/_shell+/general-register+/pages': { get: 'register:view', query: () => 'language=gu' },
  'routes/school+/_shell+/general-register+/pages[.]pdf': { get: 'register:view', query: () => 'language=hi' },
  'routes/school+/_shell+/students+/$id.correction': {
    get: 'students:edit',
    post: 'students:edit',
    ids: ({ register }) => [register.student],
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
