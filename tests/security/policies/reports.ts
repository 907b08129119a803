import type { Policy } from '../policy'

const at = (address: string): Policy => ({ get: 'fees:view', at: () => address })

export const reportsPolicies: Record<string, Policy> = {
  'routes/school+/_shell+/collections.defaulters': at('/school/collections/defaulters'),
  'routes/school+/_shell+/collections.defaulters[.]csv': at('/school/collections/defaulters.csv'),
  'routes/school+/_shell+/collections.letters[.]pdf': at('/school/collections/letters.pdf'),
  'routes/school+/_shell+/collections.reminders': {
    get: 'fees:collect',
    post: 'fees:collect',
    at: () => '/school/collections/reminders',
    body: () => ({}),
  },
  'routes/school+/_shell+/collections.day-book': at('/school/collections/day-book'),
  'routes/school+/_shell+/collections.day-book[.]csv': at('/school/collections/day-book.csv'),
  'routes/school+/_shell+/collections.summary': at('/school/collections/summary'),
}
