import { execute, select } from '~/database/database.server'
import { forgetDevices } from '~/models/accounts/devices.server'

/**
 * A step: of these accounts those that no school's guardian points at any longer let nobody in and keep nothing of the person, with their sessions
 * and links. They would take a place under their number, and get mails for a forgotten password.
 */
export async function endUnusedAccounts(accounts: readonly number[]): Promise<void> {
  if (accounts.length === 0) return
  const rows = await select<{ id: number }>(
    `SELECT t.id FROM guardian_accounts t
     WHERE t.id IN (:accounts) AND NOT EXISTS (SELECT 1 FROM family_guardians g WHERE g.account_id = t.id) FOR UPDATE`,
    { accounts },
  )
  for (const { id } of rows) {
    await execute(
      `UPDATE guardian_accounts SET name = 'Removed', mobile_number = NULL, email = NULL, language = NULL, password_hash = '',
         status = 'inactive', updated_at = UTC_TIMESTAMP(3) WHERE id = :id`,
      { id },
    )
    for (const table of ['sessions', 'password_resets'])
      await execute(`DELETE FROM ${table} WHERE guardian_account_id = :id`, { id })
    await forgetDevices({ kind: 'guardian', schoolId: null, id })
  }
}
