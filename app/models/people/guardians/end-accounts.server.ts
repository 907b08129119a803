import { execute, number, selectRows } from '~/database/database.server'
import { forgetDevicesOf } from '~/models/people/accounts/sign-in/devices.server'

/**
 * Runs in the caller's transaction: unlinks the school's guardian from the account, and ends the children's sessions
 * that the account opened at this school. Access to other schools stays; an account without any school ends.
 */
export async function unlinkAccount(guardian: { id: number; schoolId: number; accountId: number }): Promise<void> {
  const { id, schoolId, accountId } = guardian
  await execute(
    `DELETE s FROM guardian_links k JOIN sessions s ON s.school_id = k.school_id AND s.student_id = k.student_id
       JOIN sessions o ON o.public_id = s.opened_from AND o.guardian_account_id = :accountId
     WHERE k.school_id = :schoolId AND k.guardian_id = :id`,
    { id, schoolId, accountId },
  )
  await execute(
    `UPDATE family_guardians SET account_id = NULL, version = version + 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id`,
    { id, schoolId },
  )
  await endUnusedAccounts([accountId])
}

/** Column values of an ended account, in SQL. */
export const endedAccount = {
  name: "'Removed'",
  mobile_number: 'NULL',
  email: 'NULL',
  language: 'NULL',
  password_hash: "''",
  status: "'inactive'",
} as const

/**
 * Runs in the caller's transaction: ends each of these accounts that no school's guardian uses any more, by deleting
 * its personal data, sessions and links. Otherwise its mobile number would still belong to an account, which would get
 * mails for a forgotten password. `before` receives the ids of the accounts that will end, while their data still
 * exists.
 */
export async function endUnusedAccounts(
  accounts: readonly number[],
  before?: (ids: readonly number[]) => Promise<void>,
): Promise<void> {
  if (accounts.length === 0) return
  const rows = await selectRows(
    { id: number('t.id') },
    `FROM guardian_accounts t
     WHERE t.id IN (:accounts) AND NOT EXISTS (SELECT 1 FROM family_guardians g WHERE g.account_id = t.id) FOR UPDATE`,
    { accounts },
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await before?.(ids)
  const set = Object.entries(endedAccount).map(([column, sql]) => `${column} = ${sql}`)
  await execute(`UPDATE guardian_accounts SET ${set.join(', ')}, updated_at = UTC_TIMESTAMP(3) WHERE id IN (:ids)`, {
    ids,
  })
  for (const table of ['sessions', 'password_resets'])
    await execute(`DELETE FROM ${table} WHERE guardian_account_id IN (:ids)`, { ids })
  await forgetDevicesOf('guardian', ids)
}
