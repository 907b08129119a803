import { execute, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { SchoolScope } from '~/models/shared/scope.server'

export interface StoreSettings {
  /** Told to whoever orders: where and when the goods are collected. */
  collectNote: string | null
  codAllowed: boolean
  gstin: string | null
}

/** How the school's store is run; as long as nobody has said anything: cash on delivery, no note, no tax number. */
export async function findStoreSettings(scope: SchoolScope): Promise<StoreSettings> {
  const row = await selectOne<Omit<StoreSettings, 'codAllowed'> & { codAllowed: number }>(
    'SELECT collect_note AS collectNote, cod_allowed AS codAllowed, gstin FROM store_settings WHERE school_id = :schoolId',
    { schoolId: scope.schoolId },
  )
  return row ? { ...row, codAllowed: row.codAllowed === 1 } : { collectNote: null, codAllowed: true, gstin: null }
}

/** Says how the store is run from now on. Orders and invoices that exist stay as they are. */
export function saveStoreSettings(scope: SchoolScope, settings: StoreSettings): Promise<void> {
  return inTransaction(async () => {
    await execute(
      `INSERT INTO store_settings (school_id, collect_note, cod_allowed, gstin, updated_at)
       VALUES (:schoolId, :collectNote, :codAllowed, :gstin, UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE collect_note = VALUES(collect_note), cod_allowed = VALUES(cod_allowed), gstin = VALUES(gstin),
         updated_at = VALUES(updated_at)`,
      { schoolId: scope.schoolId, ...settings },
    )
    const details = { gstin: settings.gstin, cashOnDelivery: settings.codAllowed, note: settings.collectNote }
    await recordAudit(scope, {
      action: 'store-settings.saved',
      subject: { kind: 'school', id: scope.schoolId },
      details,
    })
  })
}
