import type { Policy } from '../security/policy'

const seesFees: Policy = { get: 'fees:view' }
const ofSection: Policy = { get: 'fees:view', query: ({ section }) => `section=${section.publicId}` }

export const reportsPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/collections+/defaulters': seesFees,
  'routes/school+/_shell+/collections+/defaulters[.]csv': seesFees,
  'routes/school+/_shell+/collections+/letters[.]pdf': {
    ...seesFees,
    // Redirects, because the school of the actor matrix has no overdue fees and so no letter to print.
    leadsTo: () => '/school/collections/defaulters',
  },
  'routes/school+/_shell+/collections+/reminders': {
    get: 'fees:collect',
    post: 'fees:collect',
    body: () => ({}),
    storesNothing: 'nothing is overdue in the matrix (app/models/money/ledger/counter/reports.db.test.ts reminds)',
  },
  'routes/school+/_shell+/collections+/day-book': seesFees,
  'routes/school+/_shell+/collections+/day-book[.]csv': seesFees,
  'routes/school+/_shell+/collections+/summary': seesFees,
  'routes/school+/_shell+/collections+/fee-register': ofSection,
  'routes/school+/_shell+/collections+/fee-register[.]csv': ofSection,
  'routes/school+/_shell+/collections+/fee-register[.]pdf': ofSection,
}
