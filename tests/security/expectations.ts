import type { Permission } from '~/models/people/accounts/staff/permissions'
import { type Owner, owners } from './markers'
import { allowed, type Role, roles } from './permissions'
import type { ActorRule, Policy, RoutePolicy } from './policy'
import { type Actor, type Guardian, guardians, partialRights, type Things, type World } from './world'

/** Expected response of a route. `in`: it accepts the request (or shows validation errors in the form). */
export type Verdict =
  | 'in'
  | 'student login'
  | 'school login'
  | 'guardian login'
  | 'invitation first'
  | 'choose password'
  | 'second step'
  | 'set up second factor'
  | 'led home'
  | 400
  | 401
  | 403
  | 404
  | 405

const atSecondStep: Actor = 'owner who has yet to give the code'
const mustSetUp: Actor = 'owner who must set up a second factor'
const students: readonly Actor[] = ['student', 'classmate', 'student of another school']

/**
 * Student whose pages the guardian has opened: resources that this student cannot reach are out of the guardian's reach
 * too.
 */
const opened: Record<Guardian, Actor> = {
  guardian: 'student',
  'guardian who may only see': 'student',
  'guardian who may only pay': 'student',
  'guardian of a classmate': 'classmate',
  'guardian at another school': 'student of another school',
  // These guardians opened the pages before they lost the rights to see and to pay, so they count as visitors.
  'guardian who is only told': 'anonymous',
  'guardian without rights': 'anonymous',
}

export const isGuardian = (actor: Actor): actor is Guardian => (guardians as readonly string[]).includes(actor)

/** Returns the expected verdict for an actor at resources of `own.student`, from the policy alone. */
export function verdictOfPolicy(policy: RoutePolicy, actor: Actor, method: 'GET' | 'POST', world: World): Verdict {
  const who = (method === 'GET' ? policy.get : policy.post) ?? 'nobody'
  const isOwned = isOwnedAddress(policy, world)
  const plain = (one: Actor) => policy.verdict?.(one, method) ?? verdictOfActorRule(one, who, isOwned)
  if (!isGuardian(actor) || who === 'guardian' || who === 'guest of the guardians') return plain(actor)
  const isStudents = policy.guardians !== undefined || who === 'student'
  // An API call accepts the student's own session only.
  if (!isStudents || plain('anonymous') === 401) return plain('anonymous')
  const student = opened[actor]
  if (student === 'anonymous') {
    const alone = plain(student)
    // A guardian cannot set the child's password: redirects to the guardian's own children.
    return alone === 'student login' ? 'led home' : alone
  }
  return isLetIn(policy.guardians ?? 'reads', rightsOf(actor), method) ? plain(student) : 403
}

/**
 * Returns the actor's rights as a guardian of `own.student`, or of the child whose pages are open; all rights by
 * default.
 */
function rightsOf(actor: Guardian): { maySee: boolean; mayPay: boolean; isTold: boolean } {
  const all = { maySee: true, mayPay: true, isTold: true }
  return actor in partialRights ? partialRights[actor as keyof typeof partialRights] : all
}

function isLetIn(
  way: NonNullable<Policy['guardians']>,
  { maySee, mayPay }: ReturnType<typeof rightsOf>,
  method: 'GET' | 'POST',
): boolean {
  if (way === 'pays') return mayPay
  if (way === 'acts') return maySee
  return method === 'GET' && way !== 'never' && (maySee || (way === 'money' && mayPay))
}

/** Returns true when the actor is a guardian of `own.student` with this right. */
export const mayAsGuardian = (actor: Actor, right: 'maySee' | 'mayPay' | 'isTold') =>
  isGuardian(actor) && isGuardianOfOwn(actor) && rightsOf(actor)[right]

const isGuardianOfOwn = (actor: Guardian) => actor === 'guardian' || actor in partialRights

/** Returns the address as the actor's own page sends it: for a guardian's actions, it names the child. */
export function addressFor(actor: Actor, policy: RoutePolicy, things: Things, world: World): string {
  const address = policy.at(things)
  if (!isGuardian(actor) || (policy.guardians !== 'pays' && policy.guardians !== 'acts')) return address
  const child =
    { classmate: world.classmate, 'student of another school': world.foreign }[opened[actor] as string] ?? world.own
  return `${address}${address.includes('?') ? '&' : '?'}child=${child.student.publicId}`
}

/** Returns the verdict for an actor at resources of `own.student`, when the policy has no rule for guardians. */
export function verdictOfActorRule(actor: Actor, who: ActorRule, isOwned: boolean): Verdict {
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
    case 'guest of the guardians':
      return isGuardian(actor) ? 'led home' : 'in'
    case 'guest of the school':
      return isStaff ? 'led home' : 'in'
    case 'newcomer':
      if (actor === 'student who has no password yet') return 'in'
      return isStudent ? 'led home' : 'student login'
    case 'at the second step':
      if (actor === atSecondStep) return 'in'
      return isStaff ? 'led home' : verdictOnStaff(actor, 'any staff', isOwned, isStaff)
    case 'setting up':
      return actor === mustSetUp ? 'in' : verdictOnStaff(actor, 'any staff', isOwned, isStaff)
    case 'any staff with a second factor':
      return verdictOnStaff(actor, 'any staff', isOwned, isStaff)
    case 'guardian':
      if (!isGuardian(actor)) return 'guardian login'
      return isOwned && actor !== 'guardian' ? 404 : 'in'
    case 'student':
      if (actor === 'student who has no password yet') return 'choose password'
      if (!isStudent) return 'student login'
      return isOwned && actor !== 'student' ? 404 : 'in'
    default:
      return verdictOnStaff(actor, who, isOwned, isStaff)
  }
}

function verdictOnStaff(actor: Actor, who: 'any staff' | Permission, isOwned: boolean, isStaff: boolean): Verdict {
  if (actor === atSecondStep) return 'second step'
  if (actor === mustSetUp) return 'set up second factor'
  if (!isStaff) return 'school login'
  if (actor === 'owner of another school') return isOwned ? 404 : 'in'
  return who === 'any staff' || allowed[who].includes(actor as Role) ? 'in' : 403
}

/** Returns the rule for a resource that belongs to one staff user: 404 for colleagues. */
export function verdictOnThingOf(holder: Role): (actor: Actor) => Verdict {
  return (actor) => {
    const verdict = verdictOfActorRule(actor, 'any staff', true)
    return verdict === 'in' && actor !== holder ? 404 : verdict
  }
}

function isStaffOf(actor: Actor): actor is Role {
  return (roles as readonly string[]).includes(actor)
}

/** Returns true when the address contains the id of a person's own resource. */
export function isOwnedAddress(policy: RoutePolicy, world: World): boolean {
  return !policy.idIsPublic && policy.at(world.own) !== policy.at(world.foreign)
}

/** Returns the actor whom the policy allows at resources of `own`. */
export function rightfulActor(who: ActorRule): Actor {
  if (who === 'student' || who === 'owner and school') return 'student'
  if (who === 'guardian') return 'guardian'
  if (who === 'newcomer') return 'student who has no password yet'
  if (who === 'at the second step') return atSecondStep
  if (who === 'setting up') return 'owner'
  if (who === 'any staff with a second factor') return 'accounts'
  if (
    [
      'everyone',
      'everyone with a password',
      'guest',
      'guest of the school',
      'guest of the guardians',
      'nobody',
    ].includes(who)
  )
    return 'anonymous'
  return who === 'any staff' ? 'owner' : (allowed[who as Permission][0] ?? 'owner')
}

/** Returns the owners whose data must not appear in a response to this actor. */
export function forbiddenOwners(actor: Actor): readonly Owner[] {
  const foreign: Owner[] = ['foreign student', 'foreign school']
  const isGuardianWithRights =
    isGuardian(actor) && isGuardianOfOwn(actor) && Object.values(rightsOf(actor)).includes(true)
  if (actor === 'student' || isGuardianWithRights) return ['classmate', 'schoolmate', ...foreign]
  if (actor === 'classmate' || actor === 'guardian of a classmate') return ['student', 'schoolmate', ...foreign]
  if (isStaffOf(actor)) return foreign
  if (
    actor === 'student of another school' ||
    actor === 'guardian at another school' ||
    actor === 'owner of another school'
  ) {
    return owners.filter((owner) => !foreign.includes(owner))
  }
  return owners
}
