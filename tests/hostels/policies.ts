import type { Verdict } from '../security/expectations'
import type { Policy } from '../security/policy'
import type { Actor } from '../security/world'

/** A hostel is open to every student of its school. */
const inTheSchool = (actor: Actor): Verdict => {
  if (actor === 'student who has no password yet') return 'choose password'
  if (actor === 'student' || actor === 'classmate') return 'in'
  return actor === 'student of another school' ? 404 : 'student login'
}

export const hostelsPolicies: Record<string, Policy> = {
  'routes/students+/_shell+/hostels+/index': {
    get: 'student',
    query: () => 'load=1',
    tabs: ['/students/hostels?tab=applications'],
  },
  'routes/students+/_shell+/hostels+/$id.index': {
    get: 'student',
    ids: ({ hostels }) => [hostels.hostel],
    verdict: inTheSchool,
  },
  'routes/students+/_shell+/hostels+/$id.rooms.$roomId': {
    get: 'student',
    ids: ({ hostels }) => [hostels.hostel, hostels.room],
    verdict: inTheSchool,
  },
}
