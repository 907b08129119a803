import { flag, selectOne, selectRow } from '~/database/database.server'
import { plainList } from '~/models/records/plain-reads.server'
import type { SchoolScope, SystemScope } from '~/models/shared/scope.server'
import { columnsOf } from '~/models/shared/table.server'
import type { staffStateWords } from './staff-fields'
import { StaffUser } from './tables.server'

/** `invited`: active, and no password has been chosen yet. */
export type StaffState = keyof typeof staffStateWords

const stateOf = `CASE WHEN u.status = 'inactive' THEN 'inactive' WHEN u.password_hash IS NULL THEN 'invited' ELSE 'active' END`

const listed = {
  ...columnsOf(StaffUser, 'u', 'publicId', 'name', 'email', 'role'),
  state: { sql: stateOf, read: (stored: unknown) => stored as StaffState },
}

/** The school's own sign-ins. */
export const staff = plainList({
  columns: listed,
  from: 'staff_users u',
  always: 'u.school_id = :schoolId',
  search: ['u.name', 'u.email'],
  filters: { role: 'u.role = :role', state: `${stateOf} = :state` },
  orders: { name: 'u.name', role: 'u.role' },
  last: 'u.id',
})

const found = {
  ...columnsOf(StaffUser, 'u', 'id', 'status', 'version'),
  ...listed,
  hasPassword: flag('u.password_hash IS NOT NULL'),
  /** A code is asked for after the password. */
  hasFactor: flag('EXISTS (SELECT 1 FROM staff_factors f WHERE f.staff_user_id = u.id AND f.confirmed_at IS NOT NULL)'),
}

/** One sign-in of the school; with `lock` its row is held until the end of the transaction. */
export function findStaffUser({ schoolId }: SchoolScope, publicId: string, { lock = false } = {}) {
  const where = 'WHERE u.school_id = :schoolId AND u.public_id = :publicId'
  return selectRow(found, `FROM staff_users u ${where}${lock ? ' FOR UPDATE' : ''}`, { schoolId, publicId })
}

/** Whose sign-in an e-mail is, in whatever school: for the operator of the installation alone. */
export function findSignIn(_scope: SystemScope, email: string): Promise<{ schoolId: number; publicId: string } | null> {
  return selectOne<{ schoolId: number; publicId: string }>(
    'SELECT school_id AS schoolId, public_id AS publicId FROM staff_users WHERE email = :email',
    { email: email.trim().toLowerCase() },
  )
}

/** Whether somebody of this very school signs in with the e-mail: only then may it be said whose it is. */
export async function isEmailOfColleague(scope: SchoolScope, email: string): Promise<boolean> {
  const found = await selectOne('SELECT id FROM staff_users WHERE school_id = :schoolId AND email = :email', {
    schoolId: scope.schoolId,
    email,
  })
  return found !== null
}
