import { execute } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'

const atOnce = 500

/**
 * A step: takes so much more (or, negative, less) off what dues come to. The caller has locked the ledgers and knows what is open of
 * each; the database refuses a concession above the amount, or below what is paid. Who is let off a due whole owes no fine of it
 * either; one that is owed again is fined again as its rule says.
 */
export async function concedeDues(
  scope: SchoolScope,
  changes: ReadonlyArray<{ dueId: number; changePaise: number }>,
): Promise<void> {
  for (let from = 0; from < changes.length; from += atOnce) {
    const some = changes.slice(from, from + atOnce)
    const values = { schoolId: scope.schoolId, ids: some.map((one) => one.dueId) }
    const cases = some.map((one) => `WHEN ${Number(one.dueId)} THEN ${Number(one.changePaise)}`).join(' ')
    await execute(
      `UPDATE dues SET concession_paise = concession_paise + CASE id ${cases} END, fine_accrued_on = NULL,
         updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id IN (:ids)`,
      values,
    )
    await execute(
      `UPDATE dues SET fine_paise = LEAST(fine_paise, paid_paise)
       WHERE school_id = :schoolId AND id IN (:ids) AND concession_paise = amount_paise`,
      values,
    )
  }
}
