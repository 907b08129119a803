import { newPublicId } from '~/models/core/shared/public-id.server'
import { type SchoolScope, schoolScope, systemActor } from '~/models/core/shared/scope.server'
import type { StaffRole } from '~/models/people/accounts/staff/permissions'
import { hashPassword } from '~/services/secrets/passwords.server'
import { insert, inTurn, unique } from './insert'

export interface MadeSchool {
  id: number
  publicId: string
  name: string
  email: string
  phone: string
  address: string
  /** Scope with the portal itself as actor; `makeStaff` returns the scope of a person. */
  scope: SchoolScope
}

export interface MadeStaff {
  id: number
  publicId: string
  name: string
  email: string
  role: StaffRole
  scope: SchoolScope
}

const schoolNames = inTurn(['Vidya Mandir', 'Saraswati Vidyalaya', 'Navjeevan High School', 'Gyan Bharati School'])
const staffNames = inTurn(['Meenakshi Joshi', 'Harish Trivedi', 'Farida Shaikh', 'Suresh Nair', 'Kavita Rao'])

/** Creates an empty school, approved by the operator unless `approved` is false. */
export async function makeSchool(
  overrides: Partial<Pick<MadeSchool, 'name' | 'email' | 'phone' | 'address'>> & { approved?: boolean } = {},
): Promise<MadeSchool> {
  const { approved = true, ...rest } = overrides
  const school = {
    publicId: newPublicId(),
    name: schoolNames(),
    email: `office.${unique()}@school.test`,
    phone: '079 2657 0000',
    address: '14 Ashram Road, Ahmedabad 380009, Gujarat',
    ...rest,
  }
  const now = new Date()
  const id = await insert('schools', {
    public_id: school.publicId,
    name: school.name,
    email: school.email,
    phone: school.phone,
    address: school.address,
    approved_at: approved ? now : null,
    created_at: now,
    updated_at: now,
  })
  return { id, ...school, scope: schoolScope(id, systemActor) }
}

/**
 * Creates a staff user. Set `password` only when a test signs in with it: hashing it takes a hundred times as long as
 * inserting a session row.
 */
export async function makeStaff(
  school: MadeSchool,
  overrides: Partial<Pick<MadeStaff, 'name' | 'email' | 'role'>> & { password?: string } = {},
): Promise<MadeStaff> {
  const { password, ...rest } = overrides
  const staff = {
    publicId: newPublicId(),
    name: staffNames(),
    email: `staff.${unique()}@school.test`,
    role: 'owner' as StaffRole,
    ...rest,
  }
  const now = new Date()
  const id = await insert('staff_users', {
    public_id: staff.publicId,
    school_id: school.id,
    name: staff.name,
    email: staff.email,
    role: staff.role,
    password_hash: password ? await hashPassword(password) : 'no password',
    password_changed_at: now,
    created_at: now,
    updated_at: now,
  })
  return { id, ...staff, scope: schoolScope(school.id, { kind: 'staff', id, name: staff.name }) }
}
