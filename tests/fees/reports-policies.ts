import type { Policy } from '../security/policy'

const at = (address: string): Policy => ({ get: 'fees:view', at: () => address })
const ofSection = (address: string): Policy => ({
  get: 'fees:view',
  at: ({ section }) => `${address}?section=${section.publicId}`,
})

export const reportsPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/collections+/defaulters': at('/school/collections/defaulters'),
  'routes/school+/_shell+/collections+/defaulters[.]csv': at('/school/collections/defaulters.csv'),
  'routes/school+/_shell+/collections+/letters[.]pdf': {
    ...at('/school/collections/letters.pdf'),
    // Redirects, because the matrix has no overdue fees and so no letter to print.
    leadsTo: () => '/school/collections/defaulters',
  },
  'routes/school+/_shell+/collections+/reminders': {
    get: 'fees:collect',
    post: 'fees:collect',
    at: () => '/school/collections/reminders',
    body: () => ({}),
    storesNothing: 'nothing is overdue in the matrix (app/models/money/ledger/counter/reports.db.test.ts reminds)',
  },
  'routes/school+/_shell+/collections+/day-book': at('/school/collections/day-book'),
  'routes/school+/_shell+/collections+/day-book[.]csv': at('/school/collections/day-book.csv'),
  'routes/school+/_shell+/collections+/summary': at('/school/collections/summary'),
  'routes/school+/_shell+/collections+/fee-register': ofSection('/school/collections/fee-register'),
  'routes/school+/_shell+/collections+/fee-register[.]csv': ofSection('/school/collections/fee-register.csv'),
  'routes/school+/_shell+/collections+/fee-register[.]pdf': ofSection('/school/collections/fee-register.pdf'),
}
