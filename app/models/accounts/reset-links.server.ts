import { execute } from '~/database/database.server'
import { hashToken, newToken } from '~/services/secrets/secrets.server'
import type { Account } from './sessions.server'

/** Makes a token that chooses a password once, within so many minutes. The row keeps only its hash: a stolen backup resets nothing. */
export async function makeResetToken(account: Account, minutes: number): Promise<string> {
  const token = newToken()
  await execute(
    `INSERT INTO password_resets (token_hash, school_id, student_id, staff_user_id, expires_at, created_at)
     VALUES (:hash, :schoolId, :studentId, :staffId, UTC_TIMESTAMP(3) + INTERVAL :minutes MINUTE, UTC_TIMESTAMP(3))`,
    {
      hash: hashToken(token),
      schoolId: account.schoolId,
      studentId: account.kind === 'student' ? account.id : null,
      staffId: account.kind === 'staff' ? account.id : null,
      minutes,
    },
  )
  return token
}

/** No link that was mailed to the account before works any longer. */
export async function voidResetLinks(account: Account): Promise<void> {
  await execute(
    `UPDATE password_resets SET used_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND ${account.kind === 'student' ? 'student_id' : 'staff_user_id'} = :id AND used_at IS NULL`,
    { schoolId: account.schoolId, id: account.id },
  )
}
