import { execute, inTransaction, selectRow } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { isGstin } from './orders/gstin'
import { storeForm } from './store-fields'
import { StoreSettings } from './tables.server'

export const storeSchema = schemaOf(storeForm, ({ gstin }, say) => {
  if (gstin && !isGstin(gstin)) say('gstin', 'This is not a valid GSTIN: check each character')
})

const columns = columnsOf(StoreSettings, 't', 'collectNote', 'codAllowed', 'gstin', 'version')
const unset = { collectNote: null, codAllowed: true, gstin: null, version: 0 }

/** Returns the store's settings; defaults to cash on delivery, no note and no GSTIN. */
export async function findStoreSettings({ schoolId }: Pick<SchoolScope | StudentScope, 'schoolId'>) {
  return (await selectRow(columns, 'FROM store_settings t WHERE t.school_id = :schoolId', { schoolId })) ?? unset
}

/**
 * Saves the store's settings; existing orders and invoices stay as they are. Refuses `changed` (another user saved
 * since `version`).
 */
export function saveStoreSettings(scope: SchoolScope, version: number, values: ValuesOf<typeof storeForm>) {
  const { schoolId } = scope
  return inTransaction(async () => {
    // Ensures that the row to lock exists, also for the first of two concurrent saves.
    await execute(
      `INSERT IGNORE INTO store_settings (school_id, cod_allowed, version, updated_at) VALUES (:schoolId, 1, 0, UTC_TIMESTAMP(3))`,
      { schoolId },
    )
    const fromClause = 'FROM store_settings t WHERE t.school_id = :schoolId FOR UPDATE'
    if ((await selectRow(columns, fromClause, { schoolId }))?.version !== version) return refused('changed')
    await StoreSettings.update({ ...values, version: version + 1 }, { where: { schoolId } })
    await recordAudit(scope, {
      action: 'store-settings.saved',
      subject: { kind: 'school', id: schoolId },
      details: { gstin: values.gstin, cashOnDelivery: values.codAllowed, note: values.collectNote },
    })
    return done()
  })
}
