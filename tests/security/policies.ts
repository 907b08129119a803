import type { Permission } from '~/models/accounts/permissions'
import type { Things, World } from './world'

/**
 * Who may open or post to a route. `guest`: somebody signed in is led away. `newcomer`: only the student who has no
 * password yet. A permission: staff whose role has it. `any staff`: every role. `nobody`: the method does not exist.
 */
export type Who =
  | 'everyone'
  | 'guest'
  | 'guest of the school'
  | 'student'
  | 'newcomer'
  | 'any staff'
  | 'nobody'
  | Permission

export interface Policy {
  get: Who
  /** Needed where the route has an action. */
  post?: Who
  /** The route's address for somebody's things; an id of theirs in it makes it theirs alone. */
  at: (things: Things) => string
  /** A body that the action accepts. */
  body?: (things: Things, world: World) => Record<string, string>
  /** The id in the address names no person's thing (a webhook's school): the matrix tries no foreign ids. */
  idIsPublic?: true
  /** Why a right body cannot be accepted here (it needs the provider): then only refusals are tried. */
  notAcceptedBecause?: string
}

/** Every route of the product, by the file's id. A route without its line here fails the tests. */
export const policies: Record<string, Policy> = {
  'routes/_public+/index': { get: 'everyone', at: () => '/' },
  'routes/_public+/privacy': { get: 'everyone', at: () => '/privacy' },
  'routes/_public+/terms': { get: 'everyone', at: () => '/terms' },
  'routes/_public+/support': { get: 'everyone', at: () => '/support' },
  'routes/_public+/language': {
    get: 'everyone',
    post: 'everyone',
    at: () => '/language',
    body: () => ({ language: 'gu', redirectTo: '/privacy' }),
  },
  'routes/_public+/data-saver': {
    get: 'everyone',
    post: 'everyone',
    at: () => '/data-saver',
    body: () => ({ saver: 'on', redirectTo: '/privacy' }),
  },
  'routes/healthz': { get: 'everyone', at: () => '/healthz' },
  'routes/readyz': { get: 'everyone', at: () => '/readyz' },
  'routes/storage+/$': { get: 'owner and school', at: (things) => `/storage/${things.file}` },
  'routes/students+/_shell+/index': { get: 'everyone with a password', at: () => '/students' },
  'routes/students+/_shell+/fees.index': { get: 'student', at: () => '/students/fees' },
}
