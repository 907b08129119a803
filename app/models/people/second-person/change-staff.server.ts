import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { LinkOf } from '~/models/people/accounts/staff/invitations.server'
import { ifUnchanged, setStaffStatus, updateStaff } from '~/models/people/accounts/staff/staff.server'
import type { StaffUserFields } from '~/models/people/accounts/staff/staff-fields'
import { type Act, listSecondPersons } from './ask.server'
import { requestSecondPersonIfNeeded, secondPersonStep } from './money-out.server'

export interface OwnerDemotion {
  fields: StaffUserFields
  /** Name at the time of the request. The request changes the name only if `fields` has a different one. */
  nameBefore: string
}
export interface OwnerRemoval {
  name: string
}
/** Passed to carry out a change that a second person has agreed to, even if the rule no longer requires one. */
type Agreed = { isAgreed: true }

/**
 * Changes a colleague as `updateStaff` does. If the school requires a second person, a new role for another owner waits
 * for one (`waits`).
 */
export async function changeStaff(
  scope: SchoolScope,
  publicId: string,
  version: number,
  fields: StaffUserFields,
  linkOf: LinkOf,
) {
  const outcome = await updateStaff(scope, publicId, ifUnchanged(version, fields), linkOf, (person) =>
    ownerStep(scope, person, demotion(publicId, { fields, nameBefore: person.name })),
  )
  return requestSecondPersonIfNeeded(scope, outcome)
}

/**
 * Carries out an agreed demotion. Only the role must be unchanged since the request: otherwise the owner concerned
 * could stop the demotion by saving another name. Refuses as `updateStaff` does.
 */
export async function demoteOwner(scope: SchoolScope, publicId: string, payload: OwnerDemotion, linkOf: LinkOf) {
  const { fields, nameBefore } = payload
  const change = ({ name, email, role }: StaffUserFields) =>
    role === 'owner' ? { name: fields.name === nameBefore ? name : fields.name, email, role: fields.role } : null
  const outcome = await updateStaff(scope, publicId, change, linkOf, () =>
    secondPersonStep(scope, demotion(publicId, payload)),
  )
  return requestSecondPersonIfNeeded(scope, outcome)
}

const demotion = (subject: string, payload: OwnerDemotion): Act => ({ kind: 'owner-demotion', subject, payload })

/**
 * Sets a colleague's status as `setStaffStatus` does. If the school requires a second person, deactivating another
 * owner waits for one (`waits`).
 */
export async function changeStaffStatus(
  scope: SchoolScope,
  publicId: string,
  status: 'active' | 'inactive',
  agreement?: Agreed,
) {
  const outcome = await setStaffStatus(scope, publicId, status, (person) => {
    const payload: OwnerRemoval = { name: person.name }
    return ownerStep(scope, person, { kind: 'owner-removal', subject: publicId, payload }, agreement)
  })
  return requestSecondPersonIfNeeded(scope, outcome)
}

/**
 * Runs in the transaction of the change. One owner alone must not remove another who may act as second person:
 * otherwise the actor could replace that owner with a second account of their own. An owner who is too new to act as
 * second person can be removed at once.
 */
async function ownerStep(scope: SchoolScope, person: Person, act: Act, agreement?: Agreed) {
  return agreement || (await isTrustedOwner(scope, person)) ? secondPersonStep(scope, act) : null
}

type Person = { id: number; role: string }

async function isTrustedOwner(scope: SchoolScope, person: Person): Promise<boolean> {
  if (person.role !== 'owner' || scope.actor.kind !== 'staff') return false
  const owners = await listSecondPersons(scope, 'staff:edit', scope.actor.id)
  return owners.some(({ id, isTrusted }) => id === person.id && isTrusted)
}
