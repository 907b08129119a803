import type { Permission } from '~/models/people/accounts/staff/permissions'
import type { Verdict } from './expectations'
import type { Actor, Things, World } from './world'

/**
 * Actors who may open or post to a route; a permission means staff whose role has it. `guest`: signed-in users are
 * redirected. `newcomer`: only a student without a password (`everyone with a password` excludes such a student).
 * `owner and school`: the resource's student and that student's school; 404 for others. `at the second step`: staff
 * between password and code; `setting up`: also staff who must set up a second factor; both reach nothing else.
 * `nobody`: no such method.
 */
export type ActorRule =
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
  get: ActorRule
  /** Required when the route has an action. */
  post?: ActorRule
  /** Ids in the route's address, in their order. Each belongs to a resource whose owner alone may use the route. */
  ids?: (things: Things) => readonly string[]
  query?: (things: Things) => string
  /** Other addresses of the same page that show other data of the user. */
  tabs?: readonly string[]
  /** Returns a body that the action accepts. */
  body?: (things: Things, world: World) => Record<string, string>
  /** Redirect target of an accepted GET (without the query), if it redirects. */
  leadsTo?: (things: Things, actor: Actor) => string | undefined
  /** Tables of the school that the page shows to everyone, for example its classes on the registration page. */
  publicTables?: readonly string[]
  /** The id in the address belongs to no person (a webhook's school): the matrix tries no foreign ids. */
  idIsPublic?: true
  /** Explicit verdict when no `ActorRule` fits; state the reason beside it. */
  verdict?: (actor: Actor, method: 'GET' | 'POST') => Verdict
  /**
   * Access to a student's page for guardians who have opened the child (decision 45). `reads` (default): GET with the
   * right to see. `money`: GET with the right to see or to pay. `pays`: GET and POST with the right to pay. `acts`: GET
   * and POST with the right to see. `never`: no access.
   */
  guardians?: 'reads' | 'money' | 'pays' | 'acts' | 'never'
  /** Reason why a valid, accepted body changes nothing in the database. */
  storesNothing?: string
  /** Audit entry of a valid body, as in `audited.ts`, for a route that has no line there. */
  audits?: string
  /** Reason why a valid body posted by staff changes something but writes no audit entry. */
  auditsNothing?: string
  /**
   * Fields of a body (ids as `*`) that are ignored when they refer to another owner's resource, each with the reason.
   * The key `field, too` stands for such a value posted in addition to the valid one.
   */
  ignoresOthers?: Readonly<Record<string, string>>
  /**
   * Reason why a valid body gets a page as its direct response: the page is shown only once. On other routes, such a
   * page means a refused form.
   */
  showsOnce?: string
  /** Reason why no body can be accepted here (it needs the provider): only refusals are tested. */
  notAcceptedBecause?: string
}

/** A policy with its route's address for an actor's resources. */
export type RoutePolicy = Policy & { at: (things: Things) => string }
