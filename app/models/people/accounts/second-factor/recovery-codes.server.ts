import { randomInt } from 'node:crypto'
import { execute, insertRows, inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { hashToken } from '~/services/secrets/secrets.server'
import type { Account } from '../sign-in/sessions.server'
import { ownAccount } from '../sign-in/sessions.server'
import { recoveryCodeCount } from './second-factor-rules'

const alphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'

/** 16 characters carry 77 random bits, so that their plain SHA-256 does not reveal the code. */
function newRecoveryCode(): string {
  return Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/**
 * Runs in the caller's transaction: creates ten new recovery codes, which replace all earlier ones. Only this call
 * returns them in plain text.
 */
export async function writeRecoveryCodes(account: Account): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await execute('DELETE FROM recovery_codes WHERE school_id = :schoolId AND staff_user_id = :id', {
    schoolId: account.schoolId,
    id: account.id,
  })
  await insertRows(
    'recovery_codes',
    ['staff_user_id', 'code_hash', 'school_id'],
    codes.map((code) => [account.id, hashToken(code), account.schoolId]),
  )
  return codes
}

/** Uses up a recovery code: of two concurrent calls with the same code one succeeds. */
export async function takeRecoveryCode(account: Account, code: string): Promise<boolean> {
  const deletedRows = await execute(
    'DELETE FROM recovery_codes WHERE school_id = :schoolId AND staff_user_id = :id AND code_hash = :hash',
    { schoolId: account.schoolId, id: account.id, hash: hashToken(code) },
  )
  return deletedRows === 1
}

/** Creates new recovery codes for a user who has proved the second factor. */
export function renewRecoveryCodes(scope: SchoolScope): Promise<string[]> {
  const account = ownAccount(scope)
  return inTransaction(async () => {
    const codes = await writeRecoveryCodes(account)
    await recordAudit(scope, { action: 'recovery-codes.renewed', subject: { kind: 'staff', id: account.id } })
    return codes
  })
}
