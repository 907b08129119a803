import { flag, number, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import type { Language } from '~/language/language'
import type { SchoolScope } from '~/models/core/shared/scope.server'

/** Number and address of the guardian `g`, unless known to be wrong. */
export const rightContacts = {
  /** Ten digits, or null. */
  mobileNumber: textOrNull("IF(g.mobile_state = 'wrong', NULL, g.mobile_number)"),
  email: textOrNull("IF(g.email_state = 'wrong', NULL, g.email)"),
}

export const notifiedGuardian = {
  id: number('g.id'),
  publicId: text('g.public_id'),
  name: text('g.name'),
  ...rightContacts,
  /** Language of the guardian, or else of the student. */
  language: wordOf<Language>('COALESCE(g.language, s.language)'),
  hasAccount: flag('g.account_id IS NOT NULL'),
}

/**
 * SQL: guardians `g` to notify about a student `s`: their link `k` has the right to notifications (`is_told`) and is
 * not blocked by an adult student. `students` compares the student's id, such as `= :studentId`; `joined` adds joins.
 * Needs `:schoolId`.
 */
export const notifiedSql = (students: string, joined = '') =>
  `FROM guardian_links k JOIN family_guardians g ON g.school_id = k.school_id AND g.id = k.guardian_id
   JOIN students s ON s.school_id = k.school_id AND s.id = k.student_id ${joined}
   WHERE k.school_id = :schoolId AND k.student_id ${students} AND k.is_told = 1 AND k.shut_out_at IS NULL
   ORDER BY k.student_id, k.position, k.id`

/**
 * SQL condition: the link `k` is open, and no guardian of its student has the right to notifications. Then nothing is
 * sent to the student's own number either, because a guardian is entered.
 */
export const noneNotifiedSql = `(k.shut_out_at IS NULL AND NOT EXISTS (SELECT 1 FROM guardian_links o
  WHERE o.school_id = k.school_id AND o.student_id = k.student_id AND o.is_told = 1 AND o.shut_out_at IS NULL))`

/**
 * Guardians to notify about this student, in the order of contact. Empty for a family without entered guardians: then
 * only the student's own number and address exist.
 */
export function listNotifiedGuardians({ schoolId }: SchoolScope, studentId: number) {
  return selectRows(notifiedGuardian, notifiedSql('= :studentId'), { schoolId, studentId })
}
