import { selectOne } from '~/database/connection.server'
import type { SchoolScope, SystemScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import type { StaffRole } from './permissions'

/** `invited`: active, and no password has been chosen yet. */
export const staffStates = ['active', 'invited', 'inactive'] as const
export type StaffState = (typeof staffStates)[number]

export interface StaffRow {
  publicId: string
  name: string
  email: string
  role: StaffRole
  state: StaffState
}

export const staffSorts = ['name', 'role'] as const

const orders: Record<(typeof staffSorts)[number], readonly string[]> = {
  name: ['u.name', 'u.id'],
  role: ['u.role', 'u.name', 'u.id'],
}

const stateOf = `CASE WHEN u.status = 'inactive' THEN 'inactive' WHEN u.password_hash IS NULL THEN 'invited' ELSE 'active' END`

/** The school's own sign-ins. */
export function listStaff(
  scope: SchoolScope,
  query: ListQuery<(typeof staffSorts)[number]> & { role: string; state: string },
): Promise<Page<StaffRow>> {
  return selectPage<StaffRow>(
    {
      columns: `u.public_id AS publicId, u.name, u.email, u.role, ${stateOf} AS state`,
      from: `staff_users u WHERE u.school_id = :schoolId
         AND (u.name LIKE :search ESCAPE '!' OR u.email LIKE :search ESCAPE '!')
         AND (:role = '' OR u.role = :role) AND (:state = '' OR ${stateOf} = :state)`,
      order: orders[query.sort],
      values: { schoolId: scope.schoolId, search: containing(query.search), role: query.role, state: query.state },
    },
    query,
  )
}

export interface StaffRecord extends StaffRow {
  id: number
  status: 'active' | 'inactive'
  hasPassword: boolean
  /** A code is asked for after the password. */
  hasFactor: boolean
}

/** One sign-in of the school; with `lock` its row is held until the end of the transaction. */
export async function findStaffUser(
  scope: SchoolScope,
  publicId: string,
  { lock = false } = {},
): Promise<StaffRecord | null> {
  const row = await selectOne<
    Omit<StaffRecord, 'hasPassword' | 'hasFactor'> & { hasPassword: number; hasFactor: number }
  >(
    `SELECT u.id, u.public_id AS publicId, u.name, u.email, u.role, u.status, ${stateOf} AS state,
       u.password_hash IS NOT NULL AS hasPassword,
       EXISTS (SELECT 1 FROM staff_factors f WHERE f.staff_user_id = u.id AND f.confirmed_at IS NOT NULL) AS hasFactor
     FROM staff_users u WHERE u.school_id = :schoolId AND u.public_id = :publicId${lock ? ' FOR UPDATE' : ''}`,
    { schoolId: scope.schoolId, publicId },
  )
  return row && { ...row, hasPassword: row.hasPassword === 1, hasFactor: row.hasFactor === 1 }
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
