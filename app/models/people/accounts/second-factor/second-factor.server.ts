import {
  execute,
  exists,
  flag,
  instantOrNull,
  inTransaction,
  number,
  selectRow,
  text,
} from '~/database/database.server'
import { inLanguage } from '~/language/request.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { findNamesInMail } from '~/models/core/schools/names-in-mail.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { stepOfCode } from '~/services/secrets/one-time-codes.server'
import { decryptOrNull, encrypt } from '~/services/secrets/secrets.server'
import { type Account, closeOtherSessions, ownAccount } from '../sign-in/sessions.server'
import { findStaffUser } from '../staff/staff-queries.server'

const context = (staffId: number) => `staff_factors.totp_key:${staffId}`

/** Encrypts an app key for this person's row; it cannot be decrypted in another row. */
export function sealCodeKey(staffId: number, key: string): string {
  return encrypt(key, context(staffId))
}

/** Decrypts the key; null if it was encrypted with another APP_KEY: then only recovery codes work. */
export function openCodeKey(staffId: number, sealed: string): string | null {
  return decryptOrNull(sealed, context(staffId))
}

const confirmed = 'WHERE school_id = :schoolId AND staff_user_id = :id AND confirmed_at IS NOT NULL'

export function hasSecondFactor({ schoolId, id }: Pick<Account, 'schoolId' | 'id'>): Promise<boolean> {
  return exists(`FROM staff_factors ${confirmed}`, { schoolId, id })
}

/** SQL condition: the user has no second factor and has not dismissed its offer on the home page. */
const isOffered = 'f.confirmed_at IS NULL AND u.factor_offer_closed_at IS NULL'
const owned = `FROM staff_users u LEFT JOIN staff_factors f ON f.staff_user_id = u.id
  WHERE u.school_id = :schoolId AND u.id = :staffId`

/** SQL: whether the home page offers a second factor to the user (`:schoolId`, `:staffId`). */
export const factorOfferSql = `COALESCE((SELECT ${isOffered} ${owned}), 0)`

const factor = {
  /** Time since which a code is required; null if off. */
  confirmedAt: instantOrNull('f.confirmed_at'),
  codes: number('(SELECT COUNT(*) FROM recovery_codes c WHERE c.staff_user_id = u.id)'),
  passkeys: number('(SELECT COUNT(*) FROM passkeys p WHERE p.staff_user_id = u.id)'),
  isOffered: flag(isOffered),
}
const none = { confirmedAt: null, codes: 0, passkeys: 0, isOffered: false }

export async function findSecondFactor(scope: SchoolScope) {
  const row = await selectRow(factor, owned, { schoolId: scope.schoolId, staffId: scope.actor.id })
  return row ?? none
}

/** Dismisses the offer on the home page for good. */
export async function closeFactorOffer(scope: SchoolScope): Promise<void> {
  await execute(
    `UPDATE staff_users SET factor_offer_closed_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id AND factor_offer_closed_at IS NULL`,
    { schoolId: scope.schoolId, id: scope.actor.id },
  )
}

/**
 * Accepts an app code once: of concurrent calls with the same code one succeeds. Refuses codes older than the last
 * accepted one.
 */
export async function takeAppCode(account: Account, code: string): Promise<boolean> {
  const who = { schoolId: account.schoolId, id: account.id }
  const row = await selectRow({ sealed: text('totp_key') }, `FROM staff_factors ${confirmed}`, who)
  const key = row && openCodeKey(account.id, row.sealed)
  const step = key ? stepOfCode(key, code, new Date()) : null
  if (!row || step === null) return false
  const updatedRows = await execute(
    `UPDATE staff_factors SET last_step = :step
     WHERE school_id = :schoolId AND staff_user_id = :id AND totp_key = :sealed AND last_step < :step`,
    { ...who, sealed: row.sealed, step },
  )
  return updatedRows === 1
}

/** Turns the user's second factor off; the caller has checked password and code. */
export function removeOwnFactor(scope: SchoolScope): Promise<void> {
  const account = ownAccount(scope)
  return inTransaction(async () => {
    await deleteFactor(account)
    await recordAudit(scope, { action: 'second-factor.turned-off', subject: { kind: 'staff', id: account.id } })
  })
}

/**
 * Removes the second factor of a colleague who lost the phone. An owner does this; for a sole owner the operator does,
 * with the portal itself as actor. Ends all sessions of the colleague and notifies them by mail. Refuses `not-found`,
 * `has-none` (no active second factor) and the actor's own factor (`own-factor`), which is turned off with a code.
 */
export function takeFactorAway(scope: SchoolScope, publicId: string) {
  return inTransaction(async () => {
    const person = await findStaffUser(scope, publicId, { lock: true })
    if (!person) return refused('not-found')
    if (person.id === scope.actor.id) return refused('own-factor')
    const account: Account = { kind: 'staff', schoolId: scope.schoolId, id: person.id }
    if (!(await deleteFactor(account))) return refused('has-none')
    await closeOtherSessions(scope, account, null)
    const details = { name: person.name, email: person.email }
    const subject = { kind: 'staff', id: person.id }
    await recordAudit(scope, { action: 'second-factor.taken-away', subject, details })
    await writeMail(scope, person)
    return done()
  })
}

async function writeMail(scope: SchoolScope, person: { name: string; email: string }): Promise<void> {
  const names = inLanguage('en', (await findNamesInMail(scope.schoolId)).names)
  const actorName = scope.actor.kind === 'system' ? 'The operator of the portal' : names.person(scope.actor.name)
  const text = [
    `Hello ${names.person(person.name)},`,
    `${actorName} has turned off your two-step sign-in. From now on your password alone opens your account.`,
    'If you did not ask for this, change your password now, and tell an owner of your school. Set up two-step sign-in again under My account.',
  ].join('\n\n')
  const subject = 'Your two-step sign-in was turned off'
  await enqueueMail({ schoolId: scope.schoolId, to: person.email, subject, text, isOfAccount: true })
}

/** Deletes the active factor and, by foreign key, its passkeys. Returns whether there was one. */
async function deleteFactor(account: Account): Promise<boolean> {
  const who = { schoolId: account.schoolId, id: account.id }
  const deleted = await execute(
    `DELETE FROM staff_factors WHERE school_id = :schoolId AND staff_user_id = :id AND confirmed_at IS NOT NULL`,
    who,
  )
  await execute('DELETE FROM recovery_codes WHERE school_id = :schoolId AND staff_user_id = :id', who)
  return deleted > 0
}
