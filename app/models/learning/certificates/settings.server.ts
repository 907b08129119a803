import { execute, inTransaction, selectRow } from '~/database/database.server'
import { namesOf, type ValuesOf } from '~/kit/forms/fields'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { settingsForm } from './certificate-fields'
import { usualAnswerDays } from './options'
import { CertificateSettings } from './tables.server'

const columns = columnsOf(CertificateSettings, 't', 'version', ...namesOf(settingsForm))
const unset = {
  version: 0,
  affiliationLine: null,
  schoolCode: null,
  firstSignatory: null,
  secondSignatory: null,
  thirdSignatory: null,
  answerDays: usualAnswerDays,
  returnRule: 'resume' as const,
}

/** Finds the settings of the school's certificates; the default has no signatories and a week to answer a request. */
export async function findCertificateSettings({ schoolId }: SchoolScope | StudentScope) {
  return (await selectRow(columns, 'FROM certificate_settings t WHERE t.school_id = :schoolId', { schoolId })) ?? unset
}

/**
 * Saves the settings for future certificates; issued ones stay unchanged. Refuses `changed` (saved since `version`).
 */
export function saveCertificateSettings(scope: SchoolScope, version: number, values: ValuesOf<typeof settingsForm>) {
  const { schoolId } = scope
  return inTransaction(async () => {
    // Inserts the row first, so that two concurrent first saves have a row to lock.
    await execute(
      `INSERT IGNORE INTO certificate_settings (school_id, answer_days, version, updated_at)
       VALUES (:schoolId, :usualAnswerDays, 0, UTC_TIMESTAMP(3))`,
      { schoolId, usualAnswerDays },
    )
    const fromClause = 'FROM certificate_settings t WHERE t.school_id = :schoolId FOR UPDATE'
    if ((await selectRow(columns, fromClause, { schoolId }))?.version !== version) return refused('changed')
    await CertificateSettings.update({ ...values, version: version + 1 }, { where: { schoolId } })
    const subject = { kind: 'school', id: schoolId }
    await recordAudit(scope, { action: 'certificate-settings.saved', subject, details: values })
    return done()
  })
}
