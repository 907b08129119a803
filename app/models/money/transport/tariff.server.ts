import { execute, inTransaction, lockRows, number, selectRow } from '~/database/database.server'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { LedgerScope } from '~/models/money/ledger/locks.server'
import { nothingToPay, tariffForm } from './fare-fields'
import { standardTariff } from './options'
import type { Tariff } from './rules'

export const tariffSchema = schemaOf(tariffForm, ({ basePaise, perKmPaise }, say) => {
  if (basePaise === 0 && perKmPaise === 0) say('basePaise', nothingToPay)
})

/** Returns the school's tariff, or the standard tariff with version 0. */
export async function findTariff({ schoolId }: LedgerScope): Promise<Tariff & { version: number }> {
  const row = await selectRow(
    {
      basePaise: number('base_paise'),
      perKmPaise: number('per_km_paise'),
      depositPaise: number('deposit_paise'),
      annualDiscountPercent: number('annual_discount_percent'),
      version: number('version'),
    },
    'FROM tariffs WHERE school_id = :schoolId',
    { schoolId },
  )
  return row ?? { ...standardTariff, version: 0 }
}

/**
 * Saves the tariff. Existing applications keep the price quoted to them. Refuses `changed` (another user saved it since
 * `version`).
 */
export function saveTariff(
  scope: SchoolScope,
  version: number,
  tariff: Tariff,
): Promise<Outcome<undefined, 'changed'>> {
  return inTransaction(async () => {
    const { schoolId } = scope
    await lockRows('FROM schools WHERE id = :schoolId', { schoolId })
    if ((await findTariff(scope)).version !== version) return refused('changed')
    await execute(
      `INSERT INTO tariffs (school_id, base_paise, per_km_paise, deposit_paise, annual_discount_percent, updated_at)
       VALUES (:schoolId, :basePaise, :perKmPaise, :depositPaise, :annualDiscountPercent, UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE base_paise = VALUES(base_paise), per_km_paise = VALUES(per_km_paise),
         deposit_paise = VALUES(deposit_paise), annual_discount_percent = VALUES(annual_discount_percent),
         version = version + 1, updated_at = VALUES(updated_at)`,
      { schoolId, ...tariff },
    )
    const subject = { kind: 'school', id: schoolId }
    await recordAudit(scope, { action: 'tariff.saved', subject, details: { ...tariff } })
    return done()
  })
}
