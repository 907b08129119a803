import { selectOne } from '~/database/connection.server'
import { flag, selectRow } from '~/database/selection.server'
import type { SchoolScope, SystemScope } from '~/models/shared/scope.server'
import { containing, type FilteredQuery, selectPage } from '~/models/shared/select-page.server'
import { columnsOf } from '~/models/shared/table.server'
import { StaffUser } from './tables.server'

/** `invited`: active, and no password has been chosen yet. */
export const staffStates = ['active', 'invited', 'inactive'] as const
export type StaffState = (typeof staffStates)[number]

const stateOf = `CASE WHEN u.status = 'inactive' THEN 'inactive' WHEN u.password_hash IS NULL THEN 'invited' ELSE 'active' END`
const listed = {
  ...columnsOf(StaffUser, 'u', 'publicId', 'name', 'email', 'role'),
  state: { sql: stateOf, read: (stored: unknown) => stored as StaffState },
}
const found = {
  ...listed,
  ...columnsOf(StaffUser, 'u', 'id', 'status', 'version'),
  hasPassword: flag('u.password_hash IS NOT NULL'),
  /** A code is asked for after the password. */
  hasFactor: flag('EXISTS (SELECT 1 FROM staff_factors f WHERE f.staff_user_id = u.id AND f.confirmed_at IS NOT NULL)'),
}

const orders = { name: ['u.name', 'u.id'], role: ['u.role', 'u.name', 'u.id'] }

/** The school's own sign-ins. */
export function listStaff(scope: SchoolScope, query: FilteredQuery<keyof typeof orders, 'role' | 'state'>) {
  const { role, state } = query.filters
  return selectPage(
    {
      columns: listed,
      from: `staff_users u WHERE u.school_id = :schoolId
         AND (u.name LIKE :search ESCAPE '!' OR u.email LIKE :search ESCAPE '!')
         AND (:role = '' OR u.role = :role) AND (:state = '' OR ${stateOf} = :state)`,
      order: orders[query.sort],
      values: { schoolId: scope.schoolId, search: containing(query.search), role, state },
    },
    query,
  )
}

export type StaffRecord = NonNullable<Awaited<ReturnType<typeof findStaffUser>>>

/** One sign-in of the school; with `lock` its row is held until the end of the transaction. */
export function findStaffUser({ schoolId }: SchoolScope, publicId: string, { lock = false } = {}) {
  return selectRow(
    found,
    `FROM staff_users u WHERE u.school_id = :schoolId AND u.public_id = :publicId${lock ? ' FOR UPDATE' : ''}`,
    { schoolId, publicId },
  )
}

/** Whose sign-in an e-mail is, in whatever school: for the operator of the installation alone. */
export function findSignIn(_scope: SystemScope, email: string): Promise<{ schoolId: number; publicId: string } | null> {
  return selectOne<{ schoolId: number; publicId: string }>(
    'SELECT school_id AS schoolId, public_id AS publicId FROM staff_users WHERE email = :email',
    { email: email.trim().toLowerCase() },
  )
}

/** Whether somebody of this very school signs in with the e-mail: only then may it be said whose it is. */
export async function isEmailOfColleague({ schoolId }: SchoolScope, email: string): Promise<boolean> {
  const colleague = await selectOne('SELECT id FROM staff_users WHERE school_id = :schoolId AND email = :email', {
    schoolId,
    email,
  })
  return colleague !== null
}
