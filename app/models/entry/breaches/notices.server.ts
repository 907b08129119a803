import { execute, flag, number, selectRow, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { Language } from '~/language/language'
import { isSchoolOpen } from '~/models/core/shared/school-open'
import type { GuardianScope, StudentScope } from '~/models/core/shared/scope.server'
import { findTexts } from './cases.server'
import { textFor } from './rules'
import { BreachPerson } from './tables.server'

/** Finds the notice of a breach that affects this student, in the reader's language if available, or null. */
export async function findBreachNotice({ schoolId, studentId }: StudentScope, publicId: string, language: Language) {
  const noticeRow = await selectRow(
    { caseId: number('p.case_id'), ...columnsOf(BreachPerson, 'p', 'publicId', 'toldAt', 'acknowledgedAt') },
    `FROM breach_people p WHERE p.school_id = :schoolId AND p.student_id = :studentId AND p.public_id = :publicId
       AND p.told_at IS NOT NULL`,
    { schoolId, studentId, publicId },
  )
  const texts = noticeRow && (await findTexts({ schoolId }, noticeRow.caseId))
  const written = texts && textFor(texts, language)
  if (!noticeRow || !written) return null
  const { toldAt, acknowledgedAt } = noticeRow
  return { ...written, toldAt, isRead: acknowledgedAt !== null }
}

/** Records that the student has read the notice, so that other pages no longer show it. */
export async function acknowledgeBreach({ schoolId, studentId }: StudentScope, publicId: string): Promise<void> {
  await execute(
    `UPDATE breach_people SET acknowledged_at = COALESCE(acknowledged_at, UTC_TIMESTAMP(3))
     WHERE school_id = :schoolId AND student_id = :studentId AND public_id = :publicId AND told_at IS NOT NULL`,
    { schoolId, studentId, publicId },
  )
}

const ofGuardian = `FROM family_guardians g
  JOIN guardian_links k ON k.school_id = g.school_id AND k.guardian_id = g.id AND k.shut_out_at IS NULL AND k.is_told = 1
  JOIN breach_people p ON p.school_id = k.school_id AND p.student_id = k.student_id AND p.told_at IS NOT NULL
  JOIN students s ON s.id = p.student_id
  LEFT JOIN breach_guardians r ON r.person_id = p.id AND r.guardian_id = g.id
  WHERE g.account_id = :accountId AND ${isSchoolOpen('g.school_id')}`

const guardianNotice = {
  childName: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  isRead: flag('r.person_id IS NOT NULL'),
}

/**
 * Finds the notice, read or unread, of a breach that affects a child for whom the guardian receives messages; or null.
 */
export async function findGuardianBreach({ accountId }: GuardianScope, publicId: string, language: Language) {
  const noticeRow = await selectRow(
    { ...guardianNotice, schoolId: number('p.school_id'), caseId: number('p.case_id') },
    `${ofGuardian} AND p.public_id = :publicId`,
    { accountId, publicId },
  )
  const texts = noticeRow && (await findTexts(noticeRow, noticeRow.caseId))
  const written = texts && textFor(texts, language)
  return noticeRow && written ? { childName: noticeRow.childName, isRead: noticeRow.isRead, ...written } : null
}

export async function acknowledgeAsGuardian({ accountId }: GuardianScope, publicId: string): Promise<void> {
  await execute(
    `INSERT IGNORE INTO breach_guardians (person_id, guardian_id, school_id, acknowledged_at)
     SELECT p.id, g.id, p.school_id, UTC_TIMESTAMP(3) ${ofGuardian} AND p.public_id = :publicId`,
    { accountId, publicId },
  )
}
