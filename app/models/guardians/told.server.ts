import { flag, number, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import type { Language } from '~/language/language'
import type { SchoolScope } from '~/models/shared/scope.server'

/** Number and address of the guardian `g`, as far as they are not known to be wrong. */
export const rightContacts = {
  /** Ten digits; null where there is none. */
  mobileNumber: textOrNull("IF(g.mobile_state = 'wrong', NULL, g.mobile_number)"),
  email: textOrNull("IF(g.email_state = 'wrong', NULL, g.email)"),
}

export const toldGuardian = {
  id: number('g.id'),
  publicId: text('g.public_id'),
  name: text('g.name'),
  ...rightContacts,
  /** The guardian's own choice, else the student's. */
  language: wordOf<Language>('COALESCE(g.language, s.language)'),
  hasAccount: flag('g.account_id IS NOT NULL'),
}

/**
 * SQL: whom the school tells what concerns a student: guardians `g` with the right "be told" whom a student of 18 has not shut out, by their
 * link `k` with the student `s`. Needs `:schoolId`; `joined` is joined to them.
 */
export const toldSql = (students: string, joined = '') =>
  `FROM guardian_links k JOIN family_guardians g ON g.school_id = k.school_id AND g.id = k.guardian_id
   JOIN students s ON s.school_id = k.school_id AND s.id = k.student_id ${joined}
   WHERE k.school_id = :schoolId AND k.student_id ${students} AND k.is_told = 1 AND k.shut_out_at IS NULL
   ORDER BY k.student_id, k.position, k.id`

/**
 * SQL: the school tells nobody what concerns the student of the open link `k`: a guardian is entered, so that the student's own number is used
 * no more, and none has the right "be told".
 */
export const nobodyToldSql = `(k.shut_out_at IS NULL AND NOT EXISTS (SELECT 1 FROM guardian_links o
  WHERE o.school_id = k.school_id AND o.student_id = k.student_id AND o.is_told = 1 AND o.shut_out_at IS NULL))`

/**
 * Whom the school tells what concerns this student, in the order in which they are asked. Nobody for a family whose guardians are not entered:
 * then the student's own number and address are all there is.
 */
export function listToldGuardians({ schoolId }: SchoolScope, studentId: number) {
  return selectRows(toldGuardian, toldSql('= :studentId'), { schoolId, studentId })
}
