import { execute, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { LedgerScope } from '~/models/ledger/locks.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { standardTariff } from './options'
import type { Tariff } from './rules'

/** The school's tariff; HT's fixed texts where it has set none. */
export async function findTariff(scope: LedgerScope): Promise<Tariff> {
  const row = await selectOne<Tariff>(
    `SELECT base_paise AS basePaise, per_km_paise AS perKmPaise, deposit_paise AS depositPaise,
       annual_discount_percent AS annualDiscountPercent FROM tariffs WHERE school_id = :schoolId`,
    { schoolId: scope.schoolId },
  )
  return row ?? { ...standardTariff }
}

/** Keeps the tariff. Whoever has applied already pays what was told then. */
export function saveTariff(scope: SchoolScope, tariff: Tariff): Promise<void> {
  return inTransaction(async () => {
    await execute(
      `INSERT INTO tariffs (school_id, base_paise, per_km_paise, deposit_paise, annual_discount_percent, updated_at)
       VALUES (:schoolId, :basePaise, :perKmPaise, :depositPaise, :annualDiscountPercent, UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE base_paise = VALUES(base_paise), per_km_paise = VALUES(per_km_paise),
         deposit_paise = VALUES(deposit_paise), annual_discount_percent = VALUES(annual_discount_percent),
         updated_at = VALUES(updated_at)`,
      { schoolId: scope.schoolId, ...tariff },
    )
    const subject = { kind: 'school', id: scope.schoolId }
    await recordAudit(scope, { action: 'tariff.saved', subject, details: { ...tariff } })
  })
}
