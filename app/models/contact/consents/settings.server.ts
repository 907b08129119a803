import { execute, inTransaction, selectRow } from '~/database/database.server'
import { namesOf, type ValuesOf } from '~/kit/forms/fields'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { usualAnswerDays } from './options'
import { privacySettingsForm } from './privacy-fields'
import { PrivacySettings } from './tables.server'

const columns = columnsOf(PrivacySettings, 't', 'version', ...namesOf(privacySettingsForm))
const unset = {
  version: 0,
  officerName: null,
  officerPost: null,
  officerEmail: null,
  officerPhone: null,
  answerDays: usualAnswerDays,
}

/** Finds the school's privacy settings; by default no contact, and thirty days for an answer. */
export async function findPrivacySettings({ schoolId }: Pick<SchoolScope, 'schoolId'>) {
  return (await selectRow(columns, 'FROM privacy_settings t WHERE t.school_id = :schoolId', { schoolId })) ?? unset
}

/** Saves the privacy settings; published notices stay unchanged. Refuses `changed` (saved since `version`). */
export function savePrivacySettings(scope: SchoolScope, version: number, values: ValuesOf<typeof privacySettingsForm>) {
  const { schoolId } = scope
  return inTransaction(async () => {
    // Inserts the row first, so that two concurrent first saves have a row to lock.
    await execute(
      `INSERT IGNORE INTO privacy_settings (school_id, answer_days, version, updated_at)
       VALUES (:schoolId, :usualAnswerDays, 0, UTC_TIMESTAMP(3))`,
      { schoolId, usualAnswerDays },
    )
    const fromClause = 'FROM privacy_settings t WHERE t.school_id = :schoolId FOR UPDATE'
    if ((await selectRow(columns, fromClause, { schoolId }))?.version !== version) return refused('changed')
    await PrivacySettings.update({ ...values, version: version + 1 }, { where: { schoolId } })
    await recordAudit(scope, {
      action: 'privacy-settings.saved',
      subject: { kind: 'school', id: schoolId },
      details: values,
    })
    return done()
  })
}
