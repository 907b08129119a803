import {
  execute,
  flag,
  instantOrNull,
  number,
  numberOrNull,
  selectRow,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import type { Language } from '~/language/language'
import { onlySuspendedOf } from '~/models/core/schools/suspended.server'
import type { Device } from '~/models/core/shared/client/device.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { isSchoolOpen } from '~/models/core/shared/school-open'
import {
  type Actor,
  type GuardianScope,
  guardianScope,
  type SchoolScope,
  type StudentScope,
  type SystemScope,
  schoolScope,
  studentScope,
  type VisitorScope,
} from '~/models/core/shared/scope.server'
import { fullName } from '~/models/people/students/rules'
import { hashToken, newToken } from '~/services/secrets/secrets.server'
import type { StaffRole } from '../staff/permissions'
import type { ListLayouts } from './list-layouts.server'

/** Minutes after which an idle session ends (decision 22). */
export const idleMinutes = { staff: 2 * 60, student: 7 * 24 * 60, sharedPhone: 30 } as const

/** Maximum lifetime of a session, in minutes: a working day, or a month on a student's own phone (decision 22). */
export const lifeMinutes = { brief: 12 * 60, student: 30 * 24 * 60 } as const

/** Minimum interval between writes of a session's last use, in minutes. */
const touchEveryMinutes = 5

type AnyScope = VisitorScope | StudentScope | SchoolScope | GuardianScope | SystemScope

export type OwnScope = StudentScope | SchoolScope | GuardianScope

/** `second-factor`: the password was right, the code is pending. */
export type SessionStage = 'full' | 'choose-password' | 'second-factor'
export type Account =
  | { kind: 'student'; schoolId: number; id: number }
  | { kind: 'staff'; schoolId: number; id: number }
  | { kind: 'guardian'; schoolId: null; id: number }

/** Table of an account, and the column by which sessions and reset links reference it. */
export const accountTables = {
  student: { table: 'students', column: 'student_id' },
  staff: { table: 'staff_users', column: 'staff_user_id' },
  guardian: { table: 'guardian_accounts', column: 'guardian_account_id' },
} as const

/** SQL: the account's row in its table, by `:schoolId` and `:id`. */
export function rowOf({ kind }: Account): string {
  return kind === 'guardian' ? 'id = :id' : 'school_id = :schoolId AND id = :id'
}

/** Owner of a security-log event; events of an account without a school belong to no school. */
export function securityOwnerOf(scope: OwnScope): { schoolId: number | null; actor: Actor } {
  return { schoolId: 'accountId' in scope ? null : scope.schoolId, actor: scope.actor }
}

/**
 * Returns the account of the signed-in user. Throws for a guardian on a child's pages, because the session's account is
 * the child's, not the guardian's.
 */
export function ownAccount(scope: StudentScope | SchoolScope): Exclude<Account, { kind: 'guardian' }>
export function ownAccount(scope: OwnScope): Account
export function ownAccount(scope: OwnScope): Account {
  if ('accountId' in scope) return { kind: 'guardian', schoolId: null, id: scope.accountId }
  if (scope.actor.kind === 'guardian') throw new Error("a child's account is not the guardian's")
  if ('studentId' in scope) return { kind: 'student', schoolId: scope.schoolId, id: scope.studentId }
  if (scope.actor.id === null) throw new Error('the program itself has no account')
  return { kind: 'staff', schoolId: scope.schoolId, id: scope.actor.id }
}

/** Device and network of a sign-in, shown in the user's session list. */
export interface SessionOrigin {
  device: Device
  /** From `networkOf`. */
  network: string | null
}

/** Opens a session and returns the token for the cookie; the row keeps only its hash. */
export async function openSession(
  _scope: AnyScope,
  account: Account,
  options: { stage: SessionStage; idleMinutes: number; origin?: SessionOrigin; openedFrom?: string },
): Promise<string> {
  const token = newToken()
  await execute(
    `INSERT INTO sessions (id_hash, public_id, school_id, student_id, staff_user_id, guardian_account_id, opened_from, stage, idle_minutes, lifetime_minutes,
       device_browser, device_system, opened_network, seen_network, confirmed_at, created_at, seen_at, expires_at)
     VALUES (:hash, :publicId, :schoolId, :studentId, :staffId, :guardianId, :openedFrom, :stage, :idle, :life, :browser, :system, :network, :network,
       UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL :idle MINUTE)`,
    {
      hash: hashToken(token),
      publicId: newPublicId(),
      schoolId: account.schoolId,
      studentId: account.kind === 'student' ? account.id : null,
      staffId: account.kind === 'staff' ? account.id : null,
      guardianId: account.kind === 'guardian' ? account.id : null,
      openedFrom: options.openedFrom ?? null,
      stage: options.stage,
      idle: options.idleMinutes,
      life: isLasting(options.idleMinutes) ? lifeMinutes.student : lifeMinutes.brief,
      browser: options.origin?.device.browser ?? null,
      system: options.origin?.device.system ?? null,
      network: options.origin?.network ?? null,
    },
  )
  return token
}

/** A session outlives the browser window only on a student's or guardian's own phone. */
const isLasting = (idle: number | undefined) => idle === idleMinutes.student

/** SQL: session `s` is neither idle for too long nor past its lifetime. */
export const isOpen = isOpenAs('s')

function isOpenAs(s: string): string {
  return `${s}.expires_at > UTC_TIMESTAMP(3) AND ${s}.created_at > UTC_TIMESTAMP(3) - INTERVAL ${s}.lifetime_minutes MINUTE`
}

/**
 * SQL: session `s` belongs to the account, by `:schoolId` and `:id`. A guardian's view of a student's pages is not the
 * student's session.
 */
export function sessionsOf({ kind }: Account): string {
  if (kind === 'guardian') return 's.guardian_account_id = :id'
  return `s.school_id = :schoolId AND s.${accountTables[kind].column} = :id AND s.opened_from IS NULL`
}

const stillOpen = `s.id_hash = :hash AND ${isOpen}`
const isStale = flag(`s.seen_at < UTC_TIMESTAMP(3) - INTERVAL ${touchEveryMinutes} MINUTE`)

const school = {
  schoolName: text('sc.name'),
  schoolPublicId: text('sc.public_id'),
  logoKey: textOrNull('f.storage_key'),
  /** Public id of the school if it is suspended: then the session gives no access. */
  suspendedSchool: textOrNull('IF(sc.suspended_at IS NULL, NULL, sc.public_id)'),
}
const schoolTables = `JOIN schools sc ON sc.id = s.school_id LEFT JOIN files f ON f.id = sc.logo_file_id
  LEFT JOIN school_settings t ON t.school_id = s.school_id`

const studentSession = {
  id: number('st.id'),
  schoolId: number('st.school_id'),
  stage: wordOf<SessionStage>('s.stage'),
  publicId: text('st.public_id'),
  firstName: text('st.first_name'),
  lastName: text('st.last_name'),
  language: wordOf<Language>('st.language'),
  ...school,
  photoKey: textOrNull('COALESCE(small.storage_key, photo.storage_key)'),
  hasMapsKey: flag('t.maps_browser_key IS NOT NULL'),
  /** Other people use the phone too: pages must not be cached on it. */
  isOnSharedPhone: flag(`s.idle_minutes = ${idleMinutes.sharedPhone}`),
  /** Public id of a breach whose notice the student has not read. */
  breachNotice:
    textOrNull(`(SELECT MIN(b.public_id) FROM breach_people b WHERE b.student_id = st.id AND b.acknowledged_at IS NULL
    AND b.told_at IS NOT NULL)`),
  isStale,
  openedFrom: textOrNull('s.opened_from'),
  guardianId: numberOrNull('a.id'),
  guardianName: textOrNull('a.name'),
  maySee: flag('COALESCE(k.may_see, 0)'),
  mayPay: flag('COALESCE(k.may_pay, 0)'),
}

/**
 * SQL: the guardian who opened the student's pages from a session that is still open, with the current rights of the
 * link.
 */
const openedByGuardian = `LEFT JOIN sessions o ON o.public_id = s.opened_from AND ${isOpenAs('o')}
     LEFT JOIN guardian_accounts a ON a.id = o.guardian_account_id AND a.status = 'active'
     LEFT JOIN family_guardians g ON g.school_id = s.school_id AND g.account_id = a.id
     LEFT JOIN guardian_links k ON k.school_id = s.school_id AND k.guardian_id = g.id AND k.student_id = s.student_id
       AND k.shut_out_at IS NULL AND (k.may_see = 1 OR k.may_pay = 1)`

export type StudentSession = NonNullable<Awaited<ReturnType<typeof findStudentSession>>>

/**
 * Returns the signed-in student for a token, or null. `guardian` is set when a guardian views the student's pages
 * instead; the result is null once the guardian has lost the right. `network` is the request's network, from
 * `networkOf`.
 */
export async function findStudentSession(_visitor: VisitorScope, token: string, network: string | null = null) {
  const hash = hashToken(token)
  const row = await selectRow(
    studentSession,
    `FROM sessions s JOIN students st ON st.id = s.student_id AND st.status = 'active' ${schoolTables}
     LEFT JOIN files photo ON photo.id = st.photo_file_id LEFT JOIN files small ON small.thumbnail_of = photo.id
     ${openedByGuardian}
     WHERE ${stillOpen} AND (s.opened_from IS NULL OR k.id IS NOT NULL)`,
    { hash },
  )
  if (!row) return null
  if (row.isStale && row.suspendedSchool === null) await touchSession(hash, network, row.openedFrom)
  const { id, schoolId, isStale: _, openedFrom, guardianId, guardianName, maySee, mayPay, ...view } = row
  const guardian = openedFrom === null ? null : { name: guardianName ?? '', maySee, mayPay }
  // Only the student may open the student's own files.
  if (guardian) view.photoKey = null
  const actor: Actor = guardian
    ? { kind: 'guardian', id: guardianId, name: guardian.name }
    : { kind: 'student', id, name: fullName(view) }
  return { scope: studentScope(schoolId, id, actor), ...view, guardian }
}

/** Returns whether a guardian opened the student session of this token, even if it is no longer valid. */
export async function isOpenedByGuardian(_visitor: VisitorScope, token: string): Promise<boolean> {
  const row = await selectRow(
    { openedFrom: textOrNull('s.opened_from') },
    'FROM sessions s WHERE s.id_hash = :hash AND s.opened_from IS NOT NULL',
    { hash: hashToken(token) },
  )
  return row !== null
}

const guardianSession = {
  accountId: number('a.id'),
  /** Public id of the guardian's session, to which the sessions for children's pages refer (`opened_from`). */
  publicId: text('s.public_id'),
  name: text('a.name'),
  /** Language that the guardian has chosen; null for the browser's language. */
  language: wordOf<Language | null>('a.language'),
  idleMinutes: number('s.idle_minutes'),
  isOnSharedPhone: flag(`s.idle_minutes = ${idleMinutes.sharedPhone}`),
  /**
   * Public id of a breach that concerns a child and whose notice the guardian has not read; only set if the guardian
   * receives messages.
   */
  breachNotice: textOrNull(`(SELECT MIN(b.public_id) FROM family_guardians g
    JOIN guardian_links k ON k.school_id = g.school_id AND k.guardian_id = g.id AND k.shut_out_at IS NULL AND k.is_told = 1
    JOIN breach_people b ON b.school_id = k.school_id AND b.student_id = k.student_id AND b.told_at IS NOT NULL
    LEFT JOIN breach_guardians r ON r.person_id = b.id AND r.guardian_id = g.id
    WHERE g.account_id = a.id AND r.person_id IS NULL AND ${isSchoolOpen('g.school_id')})`),
  /** The guardian has not yet read a school's answer to a grievance. */
  hasAnswers: flag(`EXISTS (SELECT 1 FROM family_guardians g
    JOIN grievances q ON q.school_id = g.school_id AND q.guardian_id = g.id AND q.is_unread = 1 WHERE g.account_id = a.id AND ${isSchoolOpen('g.school_id')})`),
  /** Public id of a suspended school if the guardian has no other school: then the session gives no access. */
  suspendedSchool: onlySuspendedOf('a.id'),
  hasSuspended: flag(
    `EXISTS (SELECT 1 FROM family_guardians g WHERE g.account_id = a.id AND NOT (${isSchoolOpen('g.school_id')}))`,
  ),
  isStale,
}

export type GuardianSession = NonNullable<Awaited<ReturnType<typeof findGuardianSession>>>

/** Returns the signed-in guardian for a cookie's token, or null; `network` as in `findStudentSession`. */
export async function findGuardianSession(_visitor: VisitorScope, token: string, network: string | null = null) {
  const hash = hashToken(token)
  const row = await selectRow(
    guardianSession,
    `FROM sessions s JOIN guardian_accounts a ON a.id = s.guardian_account_id AND a.status = 'active' WHERE ${stillOpen}`,
    { hash },
  )
  if (!row) return null
  if (row.isStale && row.suspendedSchool === null) await touchSession(hash, network)
  const { accountId, isStale: _, ...view } = row
  return { scope: guardianScope(accountId, view.name), ...view }
}

const staffSession = {
  schoolId: number('u.school_id'),
  /** `set-up-factor`: the school requires a second factor for the role, and the user has none yet. */
  stage: wordOf<'full' | 'second-factor' | 'set-up-factor'>(
    `IF(s.stage = 'full' AND FIND_IN_SET(u.role, t.factor_roles)
       AND NOT EXISTS (SELECT 1 FROM staff_factors a WHERE a.staff_user_id = u.id AND a.confirmed_at IS NOT NULL),
       'set-up-factor', s.stage)`,
  ),
  staffId: number('u.id'),
  publicId: text('u.public_id'),
  name: text('u.name'),
  email: text('u.email'),
  role: wordOf<StaffRole>('u.role'),
  ...school,
  /** Hidden columns, by URL of the list. */
  listLayouts: {
    sql: "COALESCE(u.list_layouts, '{}')",
    read: (stored: unknown): ListLayouts => JSON.parse(String(stored)),
  },
  /** Time of the last password check; changes to keys, refunds and rights require a recent one. */
  confirmedAt: instantOrNull('s.confirmed_at'),
  isStale,
}

export type StaffSession = NonNullable<Awaited<ReturnType<typeof findStaffSession>>>

/** Returns the signed-in staff user for a cookie's token, or null; `network` as in `findStudentSession`. */
export async function findStaffSession(_visitor: VisitorScope, token: string, network: string | null = null) {
  const hash = hashToken(token)
  const row = await selectRow(
    staffSession,
    `FROM sessions s JOIN staff_users u ON u.id = s.staff_user_id AND u.status = 'active' ${schoolTables}
     WHERE ${stillOpen}`,
    { hash },
  )
  if (!row) return null
  if (row.isStale && row.suspendedSchool === null) await touchSession(hash, network)
  const { schoolId, isStale: _, ...view } = row
  return { scope: schoolScope(schoolId, { kind: 'staff', id: view.staffId, name: view.name }), ...view }
}

/**
 * Prolongs a session, unless it still waits for the second factor. Viewing a child's pages also prolongs the guardian's
 * own session (`from`).
 */
async function touchSession(hash: string, network: string | null, from: string | null = null): Promise<void> {
  await execute(
    `UPDATE sessions SET seen_at = UTC_TIMESTAMP(3), seen_network = COALESCE(:network, seen_network),
       expires_at = LEAST(UTC_TIMESTAMP(3) + INTERVAL idle_minutes MINUTE, created_at + INTERVAL lifetime_minutes MINUTE)
     WHERE (id_hash = :hash OR public_id = :from) AND stage <> 'second-factor'`,
    { hash, network, from },
  )
}

/** Signs out: afterwards the token and all copies of it are invalid. */
export async function closeSession(_scope: AnyScope, token: string): Promise<void> {
  await execute('DELETE FROM sessions WHERE id_hash = :hash', { hash: hashToken(token) })
}

/**
 * Gives a session a new id after a password change. @returns the new token, and whether its cookie may outlive the
 * browser window (not on a shared phone)
 */
export async function renewSession(_scope: AnyScope, token: string): Promise<{ token: string; lasting: boolean }> {
  const renewed = newToken()
  const hash = hashToken(renewed)
  await execute('UPDATE sessions SET id_hash = :hash WHERE id_hash = :old', { hash, old: hashToken(token) })
  const idle = number('idle_minutes')
  const row = await selectRow({ idle }, 'FROM sessions WHERE id_hash = :hash AND staff_user_id IS NULL', { hash })
  return { token: renewed, lasting: isLasting(row?.idle) }
}

/** Returns the scope of an account that has just authenticated without a session (by a link or registration). */
export function scopeOfAccount(account: Extract<Account, { kind: 'student' }>, name: string): StudentScope
export function scopeOfAccount(account: Extract<Account, { kind: 'guardian' }>, name: string): GuardianScope
export function scopeOfAccount(account: Account, name: string): OwnScope
export function scopeOfAccount(account: Account, name: string): OwnScope {
  if (account.kind === 'guardian') return guardianScope(account.id, name)
  const actor: Actor = { kind: account.kind, id: account.id, name }
  return account.kind === 'staff'
    ? schoolScope(account.schoolId, actor)
    : studentScope(account.schoolId, account.id, actor)
}

/**
 * Ends all sessions of the account except `keepToken` ("sign out everywhere", a changed password). For a guardian, also
 * ends the children's sessions opened in any browser; the guardian can open them again from the kept session.
 */
export async function closeOtherSessions(_scope: AnyScope, account: Account, keepToken: string | null): Promise<void> {
  const keep = keepToken ? hashToken(keepToken) : ''
  await execute(`DELETE s FROM sessions s WHERE ${sessionsOf(account)} AND s.id_hash <> :keep`, {
    schoolId: account.schoolId,
    id: account.id,
    keep,
  })
  if (account.kind !== 'guardian' || keep === '') return
  // A child's session finds its guardian's session by the public id on each request. A new id cuts off all children's
  // sessions, including those just being opened.
  await execute('UPDATE sessions SET public_id = :publicId WHERE id_hash = :keep AND guardian_account_id = :id', {
    publicId: newPublicId(),
    keep,
    id: account.id,
  })
}

/** Records that the staff user has just entered the password again. */
export async function confirmSession(_scope: AnyScope, token: string): Promise<void> {
  await execute('UPDATE sessions SET confirmed_at = UTC_TIMESTAMP(3) WHERE id_hash = :hash', { hash: hashToken(token) })
}

/** Deletes expired rows; the worker calls it hourly. */
export async function sweepSessions(_scope: AnyScope): Promise<void> {
  const tables = [
    'sessions',
    'device_cookies',
    'password_resets',
    'throttles',
    'email_changes',
    'sign_in_undos',
    'school_registrations',
  ]
  // Deletes in batches, so that a million rows do not lock out sign-ins.
  for (const table of tables) {
    while ((await execute(`DELETE FROM ${table} WHERE expires_at < UTC_TIMESTAMP(3) LIMIT 5000`, {})) === 5000);
  }
}
