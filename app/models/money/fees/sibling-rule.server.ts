import { execute, inTransaction, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { siblingForm } from './sibling-fields'
import { SiblingRuleRow } from './tables.server'

const rule = {
  ...columnsOf(SiblingRuleRow, 't', 'isOn', 'secondPercent', 'thirdPercent', 'furtherPercent', 'orderBy', 'families'),
  ...columnsOf(SiblingRuleRow, 't', 'feeName', 'version'),
  /** Public id of one of the current session's fees with this name. */
  fee: textOrNull(`(SELECT MIN(f.public_id) FROM fees f JOIN academic_sessions a ON a.id = f.academic_session_id AND a.is_current = 1
    WHERE f.school_id = t.school_id AND f.name = t.fee_name)`),
}

const unset = {
  isOn: false,
  secondPercent: null,
  thirdPercent: null,
  furtherPercent: null,
  orderBy: 'admission' as const,
  families: 'guardians' as const,
  feeName: null,
  version: 0,
  fee: null,
}

/** Finds the school's sibling rule; the default gives no concessions. */
export async function findSiblingRule({ schoolId }: SchoolScope) {
  return (await selectRow(rule, 'FROM sibling_rules t WHERE t.school_id = :schoolId', { schoolId })) ?? unset
}

/** Lists the names of the current session's fees, each with the public id of one fee. */
export function feeNamesOfSession({ schoolId }: SchoolScope) {
  return selectRows(
    { publicId: text('MIN(f.public_id)'), name: text('f.name') },
    `FROM fees f JOIN academic_sessions a ON a.id = f.academic_session_id AND a.is_current = 1
     WHERE f.school_id = :schoolId GROUP BY f.name ORDER BY f.name`,
    { schoolId },
  )
}

/**
 * Saves the rule; concessions change only when it is applied. Refuses `changed` (saved since `version`) and
 * `no-such-fee`.
 */
export function saveSiblingRule(scope: SchoolScope, version: number, { fee, ...values }: ValuesOf<typeof siblingForm>) {
  const { schoolId } = scope
  return inTransaction(async () => {
    // Inserts the row first, so that two concurrent first saves have a row to lock.
    await execute(
      'INSERT IGNORE INTO sibling_rules (school_id, is_on, version, updated_at) VALUES (:schoolId, 0, 0, UTC_TIMESTAMP(3))',
      { schoolId },
    )
    const rowSql = 'FROM sibling_rules t WHERE t.school_id = :schoolId FOR UPDATE'
    if ((await selectRow(columnsOf(SiblingRuleRow, 't', 'version'), rowSql, { schoolId }))?.version !== version)
      return refused('changed')
    const feeRow =
      fee === null
        ? null
        : await selectRow(
            { name: text('f.name') },
            'FROM fees f WHERE f.school_id = :schoolId AND f.public_id = :fee',
            { schoolId, fee },
          )
    if (fee !== null && feeRow === null) return refused('no-such-fee')
    const saved = { ...values, feeName: feeRow?.name ?? null }
    await SiblingRuleRow.update({ ...saved, version: version + 1 }, { where: { schoolId } })
    await recordAudit(scope, {
      action: 'sibling-rule.saved',
      subject: { kind: 'school', id: schoolId },
      details: saved,
    })
    return done()
  })
}
