/**
 * Whose data a model function may touch. A scope is made from a session, a job row or a webhook's own address and never
 * from what a request claims; guards, jobs, webhook routes and tests are the only importers of the makers.
 */
declare const brand: unique symbol

export interface SchoolScope {
  readonly schoolId: number
  /** Who acts, for the audit log. */
  readonly actor: Actor
  readonly [brand]: 'school'
}

export interface StudentScope {
  readonly schoolId: number
  readonly studentId: number
  readonly actor: Actor
  readonly [brand]: 'student'
}

/** A guardian signed in: of no school, with children at any number of them. What may be done with a child stands in the child's link. */
export interface GuardianScope {
  readonly accountId: number
  readonly actor: Actor
  readonly [brand]: 'guardian'
}

/** Somebody who has not signed in: may only do what is public. */
export interface VisitorScope {
  readonly [brand]: 'visitor'
}

/** The worker's own housekeeping for the whole installation: queues and sweeps, never a reading of anybody's data for people. */
export interface SystemScope {
  readonly [brand]: 'system'
}

export interface Actor {
  readonly kind: 'staff' | 'student' | 'system' | 'guardian'
  readonly id: number | null
  readonly name: string
}

// Makers of scopes take it from here; a step, which makes none, from its own file.
export { systemActor } from './system-actor'

export function schoolScope(schoolId: number, actor: Actor): SchoolScope {
  return { schoolId, actor } as SchoolScope
}

export function studentScope(schoolId: number, studentId: number, actor: Actor): StudentScope {
  return { schoolId, studentId, actor } as StudentScope
}

/** The actor's id is the account's. */
export function guardianScope(accountId: number, name: string): GuardianScope {
  return { accountId, actor: { kind: 'guardian', id: accountId, name } } as GuardianScope
}

export function visitorScope(): VisitorScope {
  return {} as VisitorScope
}

export function systemScope(): SystemScope {
  return {} as SystemScope
}
