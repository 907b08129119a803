import { exists, flag, number, selectRow, text } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope, SystemScope } from '~/models/core/shared/scope.server'
import { StaffUser } from '../tables.server'
import type { staffStateWords } from './staff-fields'

/** `invited`: active, without a password yet. */
export type StaffState = keyof typeof staffStateWords

const stateOf = `CASE WHEN u.status = 'inactive' THEN 'inactive' WHEN u.password_hash IS NULL THEN 'invited' ELSE 'active' END`

const listed = {
  ...columnsOf(StaffUser, 'u', 'publicId', 'name', 'email', 'role'),
  state: { sql: stateOf, read: (stored: unknown) => stored as StaffState },
}

export const staff = plainList({
  columns: listed,
  from: 'staff_users u',
  always: 'u.school_id = :schoolId',
  search: ['u.name', 'u.email'],
  filters: { role: 'u.role = :role', state: `${stateOf} = :state` },
  orders: { name: 'u.name', role: 'u.role' },
  last: 'u.id',
})

const staffSelection = {
  ...columnsOf(StaffUser, 'u', 'id', 'status', 'version'),
  ...listed,
  hasPassword: flag('u.password_hash IS NOT NULL'),
  hasFactor: flag('EXISTS (SELECT 1 FROM staff_factors f WHERE f.staff_user_id = u.id AND f.confirmed_at IS NOT NULL)'),
}

/** Finds one staff user of the school; `lock` locks the row until the transaction ends. */
export function findStaffUser({ schoolId }: SchoolScope, publicId: string, { lock = false } = {}) {
  const condition = 'WHERE u.school_id = :schoolId AND u.public_id = :publicId'
  return selectRow(staffSelection, `FROM staff_users u ${condition}${lock ? ' FOR UPDATE' : ''}`, {
    schoolId,
    publicId,
  })
}

/** Finds the staff user who signs in with this e-mail, in any school; only for the operator. */
export function findSignIn(_scope: SystemScope, email: string): Promise<{ schoolId: number; publicId: string } | null> {
  return selectRow(
    { schoolId: number('school_id'), publicId: text('public_id') },
    'FROM staff_users WHERE email = :email',
    { email: email.trim().toLowerCase() },
  )
}

/** Returns whether a colleague of this school signs in with the e-mail; only then may the response name that person. */
export function isEmailOfColleague({ schoolId }: SchoolScope, email: string): Promise<boolean> {
  return exists('FROM staff_users WHERE school_id = :schoolId AND email = :email', { schoolId, email })
}
