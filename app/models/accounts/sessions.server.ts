import { execute, selectOne, type Tx } from '~/database/connection.server'
import type { Language } from '~/language/language'
import {
  type Actor,
  type SchoolScope,
  type StudentScope,
  type SystemScope,
  schoolScope,
  studentScope,
  type VisitorScope,
} from '~/models/shared/scope.server'
import { hashToken, newToken } from '~/services/secrets/secrets.server'
import type { StaffRole } from './permissions'

/** Idle limits in minutes (decisions, section 1). */
export const idleMinutes = { staff: 8 * 60, student: 7 * 24 * 60, sharedPhone: 30 } as const

/** A session is found again at most this long without its row being touched. */
const touchEveryMinutes = 5

/** Whoever acts: a visitor who has just proved who it is, or somebody signed in. */
type AnyScope = VisitorScope | StudentScope | SchoolScope | SystemScope

export type SessionStage = 'full' | 'choose-password'
export type Account =
  | { kind: 'student'; schoolId: number; id: number }
  | { kind: 'staff'; schoolId: number; id: number }

export interface StudentSession {
  scope: StudentScope
  stage: SessionStage
  publicId: string
  firstName: string
  lastName: string
  language: Language
  schoolName: string
  schoolPublicId: string
  /** Key of the school's logo in the file store, or null. */
  logoKey: string | null
  /** Key of the student's own small photo, or null. */
  photoKey: string | null
  /** The school has a key for Google's map in browsers. */
  hasMapsKey: boolean
}

export interface StaffSession {
  scope: SchoolScope
  staffId: number
  publicId: string
  name: string
  email: string
  role: StaffRole
  schoolName: string
  schoolPublicId: string
  logoKey: string | null
  /** When the password was last asked for; keys, refunds and rights want it fresh. */
  confirmedAt: Date | null
}

/** Opens a session and answers the token for the cookie; the row keeps only its hash. */
export async function openSession(
  _scope: AnyScope,
  account: Account,
  options: { stage: SessionStage; idleMinutes: number },
  tx?: Tx,
): Promise<string> {
  const token = newToken()
  await execute(
    `INSERT INTO sessions (id_hash, school_id, student_id, staff_user_id, stage, idle_minutes, confirmed_at, created_at, seen_at, expires_at)
     VALUES (:hash, :schoolId, :studentId, :staffId, :stage, :idle, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3),
       UTC_TIMESTAMP(3) + INTERVAL :idle MINUTE)`,
    {
      hash: hashToken(token),
      schoolId: account.schoolId,
      studentId: account.kind === 'student' ? account.id : null,
      staffId: account.kind === 'staff' ? account.id : null,
      stage: options.stage,
      idle: options.idleMinutes,
    },
    tx,
  )
  return token
}

const stillOpen = 's.id_hash = :hash AND s.expires_at > UTC_TIMESTAMP(3)'
const isStale = `s.seen_at < UTC_TIMESTAMP(3) - INTERVAL ${touchEveryMinutes} MINUTE AS stale`

/** The signed-in student behind a cookie's token, or null when the session ended or the student may not come in. */
export async function findStudentSession(_visitor: VisitorScope, token: string): Promise<StudentSession | null> {
  const hash = hashToken(token)
  const row = await selectOne<{
    id: number
    schoolId: number
    stage: SessionStage
    publicId: string
    firstName: string
    lastName: string
    language: Language
    schoolName: string
    schoolPublicId: string
    logoKey: string | null
    photoKey: string | null
    hasMapsKey: number
    stale: number
  }>(
    `SELECT st.id, st.school_id AS schoolId, s.stage, st.public_id AS publicId, st.first_name AS firstName,
       st.last_name AS lastName, st.language, sc.name AS schoolName, sc.public_id AS schoolPublicId,
       f.storage_key AS logoKey, COALESCE(small.storage_key, photo.storage_key) AS photoKey,
       t.maps_browser_key IS NOT NULL AS hasMapsKey, ${isStale}
     FROM sessions s JOIN students st ON st.id = s.student_id AND st.status = 'active'
     JOIN schools sc ON sc.id = s.school_id LEFT JOIN files f ON f.id = sc.logo_file_id
     LEFT JOIN files photo ON photo.id = st.photo_file_id LEFT JOIN files small ON small.thumbnail_of = photo.id
     LEFT JOIN school_settings t ON t.school_id = s.school_id WHERE ${stillOpen}`,
    { hash },
  )
  if (!row) return null
  if (row.stale) await touchSession(hash)
  const { id, schoolId, stale: _stale, ...view } = row
  const actor: Actor = { kind: 'student', id, name: `${view.firstName} ${view.lastName}` }
  return { scope: studentScope(schoolId, id, actor), ...view, hasMapsKey: view.hasMapsKey === 1 }
}

/** The signed-in staff user behind a cookie's token, or null. */
export async function findStaffSession(_visitor: VisitorScope, token: string): Promise<StaffSession | null> {
  const hash = hashToken(token)
  const row = await selectOne<{
    schoolId: number
    staffId: number
    publicId: string
    name: string
    email: string
    role: StaffRole
    schoolName: string
    schoolPublicId: string
    logoKey: string | null
    confirmedAt: Date | null
    stale: number
  }>(
    `SELECT u.school_id AS schoolId, u.id AS staffId, u.public_id AS publicId, u.name, u.email, u.role,
       sc.name AS schoolName, sc.public_id AS schoolPublicId, f.storage_key AS logoKey,
       s.confirmed_at AS confirmedAt, ${isStale}
     FROM sessions s JOIN staff_users u ON u.id = s.staff_user_id AND u.status = 'active'
     JOIN schools sc ON sc.id = s.school_id LEFT JOIN files f ON f.id = sc.logo_file_id WHERE ${stillOpen}`,
    { hash },
  )
  if (!row) return null
  if (row.stale) await touchSession(hash)
  const { schoolId, stale: _stale, ...view } = row
  return { scope: schoolScope(schoolId, { kind: 'staff', id: view.staffId, name: view.name }), ...view }
}

async function touchSession(hash: string): Promise<void> {
  await execute(
    `UPDATE sessions SET seen_at = UTC_TIMESTAMP(3), expires_at = UTC_TIMESTAMP(3) + INTERVAL idle_minutes MINUTE
     WHERE id_hash = :hash`,
    { hash },
  )
}

/** Signs out: the token is worth nothing afterwards, wherever a copy of it lies. */
export async function closeSession(_scope: AnyScope, token: string, tx?: Tx): Promise<void> {
  await execute('DELETE FROM sessions WHERE id_hash = :hash', { hash: hashToken(token) }, tx)
}

/**
 * Gives a session another id, as a changed password asks for.
 * @returns the new token, and whether its cookie may outlive the browser window (not on a shared phone)
 */
export async function renewSession(
  _scope: AnyScope,
  token: string,
  tx: Tx,
): Promise<{ token: string; lasting: boolean }> {
  const renewed = newToken()
  const hash = hashToken(renewed)
  await execute('UPDATE sessions SET id_hash = :hash WHERE id_hash = :old', { hash, old: hashToken(token) }, tx)
  const row = await selectOne<{ idle: number }>(
    'SELECT idle_minutes AS idle FROM sessions WHERE id_hash = :hash AND student_id IS NOT NULL',
    { hash },
    tx,
  )
  return { token: renewed, lasting: row?.idle === idleMinutes.student }
}

/** The scope of an account that has just proved who it is by other means than a session (a link, a registration). */
export function scopeOfAccount(account: Account, name: string): SchoolScope | StudentScope {
  const actor: Actor = { kind: account.kind, id: account.id, name }
  return account.kind === 'staff'
    ? schoolScope(account.schoolId, actor)
    : studentScope(account.schoolId, account.id, actor)
}

/** Ends all sessions of the account but the one given ("sign out everywhere", a changed password). */
export async function closeOtherSessions(
  _scope: AnyScope,
  account: Account,
  keepToken: string | null,
  tx?: Tx,
): Promise<void> {
  const column = account.kind === 'student' ? 'student_id' : 'staff_user_id'
  await execute(
    `DELETE FROM sessions WHERE school_id = :schoolId AND ${column} = :id AND id_hash <> :keep`,
    { schoolId: account.schoolId, id: account.id, keep: keepToken ? hashToken(keepToken) : '' },
    tx,
  )
}

/** Notes that the staff user has just given the password again. */
export async function confirmSession(_scope: AnyScope, token: string): Promise<void> {
  await execute('UPDATE sessions SET confirmed_at = UTC_TIMESTAMP(3) WHERE id_hash = :hash', { hash: hashToken(token) })
}

/** Rows that ended; the worker calls it every hour. */
export async function sweepSessions(_scope: AnyScope): Promise<void> {
  for (const table of ['sessions', 'device_cookies', 'password_resets', 'throttles', 'email_changes']) {
    await execute(`DELETE FROM ${table} WHERE expires_at < UTC_TIMESTAMP(3)`, {})
  }
}
