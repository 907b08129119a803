/**
 * Limits whose data a model function may touch. A scope comes from a session, a job row or a webhook's own URL, never
 * from request input; only guards, jobs, webhook routes and tests may import its constructors.
 */
declare const brand: unique symbol

export interface SchoolScope {
  readonly schoolId: number
  /** User recorded in the audit log. */
  readonly actor: Actor
  readonly [brand]: 'school'
}

export interface StudentScope {
  readonly schoolId: number
  readonly studentId: number
  readonly actor: Actor
  readonly [brand]: 'student'
}

/**
 * Scope of a signed-in guardian: no school of its own, children at any number of schools. The link to each child holds
 * the permissions.
 */
export interface GuardianScope {
  readonly accountId: number
  readonly actor: Actor
  readonly [brand]: 'guardian'
}

/** Scope of a visitor who has not signed in: public actions only. */
export interface VisitorScope {
  readonly [brand]: 'visitor'
}

/**
 * Scope of the worker's housekeeping for the whole installation: queues and sweeps. It never reads personal data for
 * display.
 */
export interface SystemScope {
  readonly [brand]: 'system'
}

export interface Actor {
  readonly kind: 'staff' | 'student' | 'system' | 'guardian'
  readonly id: number | null
  readonly name: string
}

// Re-exported for files that construct scopes; all others import the original file.
export { systemActor } from './system-actor'

export function schoolScope(schoolId: number, actor: Actor): SchoolScope {
  return { schoolId, actor } as SchoolScope
}

export function studentScope(schoolId: number, studentId: number, actor: Actor): StudentScope {
  return { schoolId, studentId, actor } as StudentScope
}

/** The actor's id is that of the account. */
export function guardianScope(accountId: number, name: string): GuardianScope {
  return { accountId, actor: { kind: 'guardian', id: accountId, name } } as GuardianScope
}

export function visitorScope(): VisitorScope {
  return {} as VisitorScope
}

export function systemScope(): SystemScope {
  return {} as SystemScope
}
