import type { Permission } from '~/models/accounts/permissions'
import type { Verdict } from './expectations'
import type { Actor, Things, World } from './world'

/**
 * Who may open or post to a route. `guest`: somebody signed in is led away. `newcomer`: only the student who has no
 * password yet. `everyone with a password`: that student goes and chooses one first. `owner and school`: the student
 * whose thing it is and that student's school; for all others it does not exist. A permission: staff whose role has it.
 * `guardian`: any guardian's account. `any staff`: every role. `at the second step`: staff between password and code, who reach nothing else. `setting up`: staff, also
 * who must set a second factor up and reaches nothing else. `nobody`: the method does not exist.
 */
export type Who =
  | 'everyone'
  | 'everyone with a password'
  | 'guest'
  | 'guest of the school'
  | 'guest of the guardians'
  | 'student'
  | 'guardian'
  | 'newcomer'
  | 'at the second step'
  | 'setting up'
  | 'any staff with a second factor'
  | 'owner and school'
  | 'any staff'
  | 'nobody'
  | Permission

export interface Policy {
  get: Who
  /** Needed where the route has an action. */
  post?: Who
  /** The route's address for somebody's things; an id of theirs in it makes it theirs alone. */
  at: (things: Things) => string
  /** Other addresses of the same page that show something else of the reader's. */
  tabs?: readonly string[]
  /** A body that the action accepts. */
  body?: (things: Things, world: World) => Record<string, string>
  /** Where a GET leads whom it lets in (without the query), where that is not the page itself. */
  leadsTo?: (things: Things, actor: Actor) => string | undefined
  /** Tables of the school's that the page shows to everybody: its classes, where one may register. */
  publicTables?: readonly string[]
  /** The id in the address names no person's thing (a webhook's school): the matrix tries no foreign ids. */
  idIsPublic?: true
  /** Where no word of `Who` fits: the verdict itself, with the reason beside it. */
  verdict?: (actor: Actor, method: 'GET' | 'POST') => Verdict
  /**
   * Of a student's page: what a guardian may do there who has opened the child (decision 45). Left out, one who may see reads it and sends
   * nothing. `money`: who may see or pay reads. `pays`: who may pay reads and sends. `acts`: who may see reads and sends. `never`: nobody.
   */
  guardians?: 'reads' | 'money' | 'pays' | 'acts' | 'never'
  /** Why a right body that is accepted changes nothing that is stored. */
  storesNothing?: string
  /** Why a right body of staff that changes something writes no entry in the audit log. */
  auditsNothing?: string
  /**
   * Fields of a body, with ids as `*`, that name a thing of others and are ignored in spite of it, each with the reason. `field, too`: where it
   * stands beside the right one.
   */
  ignoresOthers?: Readonly<Record<string, string>>
  /** What is answered to a right body in place, because it is shown once: elsewhere such a page is the form again. */
  showsOnce?: string
  /** Why a right body cannot be accepted here (it needs the provider): then only refusals are tried. */
  notAcceptedBecause?: string
}
