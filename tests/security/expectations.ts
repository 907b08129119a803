import { mayStaff, type Permission, type StaffRole, staffRoles } from '~/models/accounts/permissions'
import type { Policy, Who } from './policy'
import type { Actor, Things, World } from './world'

/** What a route has to answer. `in`: it does what was asked (or says in the form what is wrong). */
export type Verdict =
  | 'in'
  | 'student login'
  | 'school login'
  | 'choose password'
  | 'led home'
  | 400
  | 401
  | 403
  | 404
  | 405

const students: readonly Actor[] = ['student', 'classmate', 'student of another school']

/** The verdict on an actor at the own student's things, from the policy alone. */
export function verdictOn(actor: Actor, who: Who, isOwned: boolean): Verdict {
  const isStudent = students.includes(actor)
  const isStaff = isStaffOf(actor) || actor === 'owner of another school'
  switch (who) {
    case 'nobody':
      return 405
    case 'everyone':
      return 'in'
    case 'everyone with a password':
      return actor === 'student who has no password yet' ? 'choose password' : 'in'
    case 'owner and school':
      return actor === 'student' || isStaffOf(actor) ? 'in' : 404
    case 'guest':
      if (actor === 'student who has no password yet') return 'choose password'
      return isStudent ? 'led home' : 'in'
    case 'guest of the school':
      return isStaff ? 'led home' : 'in'
    case 'newcomer':
      if (actor === 'student who has no password yet') return 'in'
      return isStudent ? 'led home' : 'student login'
    case 'student':
      if (actor === 'student who has no password yet') return 'choose password'
      if (!isStudent) return 'student login'
      return isOwned && actor !== 'student' ? 404 : 'in'
    default:
      return verdictOnStaff(actor, who, isOwned, isStaff)
  }
}

function verdictOnStaff(actor: Actor, who: 'any staff' | Permission, isOwned: boolean, isStaff: boolean): Verdict {
  if (!isStaff) return 'school login'
  if (actor === 'owner of another school') return isOwned ? 404 : 'in'
  return who === 'any staff' || mayStaff(actor as StaffRole, who) ? 'in' : 403
}

function isStaffOf(actor: Actor): actor is StaffRole {
  return (staffRoles as readonly string[]).includes(actor)
}

/** Whether the address holds an id of somebody's own things. */
export function isOwnedAddress(policy: Policy, world: World): boolean {
  return !policy.idIsPublic && policy.at(world.own) !== policy.at(world.foreign)
}

/** The actor whom the policy lets in at the own things. */
export function rightfulActor(who: Who): Actor {
  if (who === 'student' || who === 'owner and school') return 'student'
  if (who === 'newcomer') return 'student who has no password yet'
  if (['everyone', 'everyone with a password', 'guest', 'guest of the school', 'nobody'].includes(who))
    return 'anonymous'
  return who === 'any staff' ? 'owner' : (staffRoles.find((role) => mayStaff(role, who as Permission)) ?? 'owner')
}

/** Names that must not be in an answer to this actor. */
export function forbiddenMarkers(actor: Actor, world: World): string[] {
  if (actor === 'student') return [world.classmate.student.lastName, world.foreign.student.lastName]
  if (actor === 'classmate') return world.markers.student
  if (isStaffOf(actor)) return markersOf(world.foreign)
  if (actor === 'student of another school' || actor === 'owner of another school') return markersOf(world.own)
  return [...markersOf(world.own), ...markersOf(world.foreign)]
}

function markersOf(things: Things): string[] {
  return [things.student.lastName, things.class.name, things.due.publicId, things.receipt, things.fee]
}
