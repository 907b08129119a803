import { execute, inTransaction, selectRow, text } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { codeKeyAddress, newCodeKey, stepOfCode } from '~/services/secrets/one-time-codes.server'
import { closeOtherSessions, ownAccount, renewSession } from '../sign-in/sessions.server'
import { writeRecoveryCodes } from './recovery-codes.server'
import { openCodeKey, sealCodeKey } from './second-factor.server'
import { inGroups, readFactorCode } from './second-factor-rules'

/** Creates a new app key, which has no effect until a code confirms it. Refuses if a second factor is already on. */
export async function startSecondFactor(scope: SchoolScope): Promise<Outcome<undefined, 'already-on'>> {
  const { schoolId, id } = ownAccount(scope)
  await execute(
    `INSERT INTO staff_factors (staff_user_id, school_id, totp_key, created_at)
     VALUES (:id, :schoolId, :sealed, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE totp_key = IF(confirmed_at IS NULL, VALUES(totp_key), totp_key)`,
    { id, schoolId, sealed: sealCodeKey(id, newCodeKey()) },
  )
  return (await findKeyToConfirm(scope)) === null ? refused('already-on') : done()
}

/** Returns the unconfirmed key, as people type it and as an app reads it from a QR code; null if there is none. */
export async function findKeyToConfirm(scope: SchoolScope): Promise<{ key: string; address: string } | null> {
  const { schoolId, id } = ownAccount(scope)
  const row = await selectRow(
    { sealed: text('f.totp_key'), email: text('u.email') },
    `FROM staff_factors f JOIN staff_users u ON u.id = f.staff_user_id
     WHERE f.school_id = :schoolId AND f.staff_user_id = :id AND f.confirmed_at IS NULL`,
    { schoolId, id },
  )
  const key = row && openCodeKey(id, row.sealed)
  return row && key ? { key: inGroups(key), address: codeKeyAddress(key, row.email) } : null
}

/**
 * Turns the second factor on after the app's first code. Other sessions end and this one gets a new id. Returns the
 * recovery codes, which are never shown again.
 */
export function confirmSecondFactor(scope: SchoolScope, typedCode: string, sessionToken: string) {
  const account = ownAccount(scope)
  const who = { schoolId: account.schoolId, id: account.id }
  return inTransaction(async () => {
    const row = await selectRow(
      { sealed: text('totp_key') },
      `FROM staff_factors WHERE school_id = :schoolId
         AND staff_user_id = :id AND confirmed_at IS NULL FOR UPDATE`,
      who,
    )
    const key = row && openCodeKey(account.id, row.sealed)
    if (!key) return refused('not-started')
    const read = readFactorCode(typedCode)
    const step = read?.kind === 'app' ? stepOfCode(key, read.code, new Date()) : null
    if (step === null) return refused('wrong-code')
    await execute(
      `UPDATE staff_factors SET confirmed_at = UTC_TIMESTAMP(3), last_step = :step
       WHERE school_id = :schoolId AND staff_user_id = :id`,
      { ...who, step },
    )
    const codes = await writeRecoveryCodes(account)
    await closeOtherSessions(scope, account, sessionToken)
    await recordAudit(scope, { action: 'second-factor.set-up', subject: { kind: 'staff', id: account.id } })
    return done({ codes, token: (await renewSession(scope, sessionToken)).token })
  })
}
