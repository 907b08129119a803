import { execute, inTransaction, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { ValuesOf } from '~/models/shared/fields'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { columnsOf } from '~/models/shared/table.server'
import type { siblingForm } from './sibling-fields'
import { SiblingRuleRow } from './tables.server'

const rule = {
  ...columnsOf(SiblingRuleRow, 't', 'isOn', 'secondPercent', 'thirdPercent', 'furtherPercent', 'orderBy', 'families'),
  ...columnsOf(SiblingRuleRow, 't', 'feeName', 'version'),
  /** One of the fees of the current session that are called so. */
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

/** The school's rule for brothers and sisters; as long as nobody has said anything it gives none. */
export async function findSiblingRule({ schoolId }: SchoolScope) {
  return (await selectRow(rule, 'FROM sibling_rules t WHERE t.school_id = :schoolId', { schoolId })) ?? unset
}

/** What fees of the current session are called, each with one of them. */
export function feeNamesOfSession({ schoolId }: SchoolScope) {
  return selectRows(
    { publicId: text('MIN(f.public_id)'), name: text('f.name') },
    `FROM fees f JOIN academic_sessions a ON a.id = f.academic_session_id AND a.is_current = 1
     WHERE f.school_id = :schoolId GROUP BY f.name ORDER BY f.name`,
    { schoolId },
  )
}

/**
 * Says what the rule is from now on; what it gave before changes when it is applied. Refuses `changed` (saved by somebody else since `version`)
 * and `no-such-fee`.
 */
export function saveSiblingRule(scope: SchoolScope, version: number, { fee, ...values }: ValuesOf<typeof siblingForm>) {
  const { schoolId } = scope
  return inTransaction(async () => {
    // The row that is locked is there, also for the first of two who save at once.
    await execute(
      'INSERT IGNORE INTO sibling_rules (school_id, is_on, version, updated_at) VALUES (:schoolId, 0, 0, UTC_TIMESTAMP(3))',
      { schoolId },
    )
    const where = 'FROM sibling_rules t WHERE t.school_id = :schoolId FOR UPDATE'
    if ((await selectRow(columnsOf(SiblingRuleRow, 't', 'version'), where, { schoolId }))?.version !== version)
      return refused('changed')
    const named =
      fee === null
        ? null
        : await selectRow(
            { name: text('f.name') },
            'FROM fees f WHERE f.school_id = :schoolId AND f.public_id = :fee',
            {
              schoolId,
              fee,
            },
          )
    if (fee !== null && named === null) return refused('no-such-fee')
    const saved = { ...values, feeName: named?.name ?? null }
    await SiblingRuleRow.update({ ...saved, version: version + 1 }, { where: { schoolId } })
    await recordAudit(scope, {
      action: 'sibling-rule.saved',
      subject: { kind: 'school', id: schoolId },
      details: saved,
    })
    return done()
  })
}
