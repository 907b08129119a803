import { paths } from '~/addresses/paths'
import { selectRow, text, textOrNull, wordOf } from '~/database/database.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { formatDay } from '~/models/core/shared/calendar'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { grievanceNumber } from '~/models/people/students/grievance-number'
import { siteUrl } from '~/services/site.server'
import type { writers } from './options'

/** SQL: a grievance `g` with its school `c` and, if it is about a student, the student `s`. */
export const from = `grievances g JOIN schools c ON c.id = g.school_id LEFT JOIN students s ON s.id = g.student_id`

/** `from` with the guardian `w` who wrote the grievance, and the guardian's account `a`. */
export const withAddress = `${from} LEFT JOIN family_guardians w ON w.school_id = g.school_id AND w.id = g.guardian_id
  LEFT JOIN guardian_accounts a ON a.id = w.account_id`
/**
 * SQL for the writer's mail address. For a student: the student's own. For a guardian: the address that the school has,
 * unless it is marked as wrong; otherwise the address of the guardian's account.
 */
export const address = `CASE g.writer WHEN 'student' THEN s.email
  WHEN 'guardian' THEN COALESCE(IF(w.email_state = 'wrong', NULL, w.email), a.email) END`

const writerColumns = {
  writer: wordOf<(typeof writers)[number]>('g.writer'),
  email: textOrNull(address),
  language: wordOf<Language>('g.language'),
  number: text(grievanceNumber),
  publicId: text('g.public_id'),
  answerBy: text('g.answer_by'),
  school: text('c.name'),
  phone: text('c.phone'),
}

export function grievanceUrl(writer: 'guardian' | 'student', publicId: string): string {
  return siteUrl(paths[writer].grievance(publicId))
}

/**
 * Runs in the caller's transaction: mails the writer, if an address is known. The mail does not quote the grievance or
 * its answer; the writer signs in to read them.
 */
export async function mailWriter(
  { schoolId }: SchoolScope | StudentScope,
  grievanceId: number,
  mailKind: 'received' | 'answered' | 'closed',
): Promise<void> {
  const grievance = await selectRow(
    writerColumns,
    `FROM ${withAddress} WHERE g.school_id = :schoolId AND g.id = :grievanceId`,
    { schoolId, grievanceId },
  )
  if (!grievance?.email || grievance.writer === 'paper') return
  const { email, number, language: locale, school, phone, answerBy } = grievance
  const link = grievanceUrl(grievance.writer, grievance.publicId)
  const facts = { school, number, link, phone }
  const mails = {
    received: () => ({
      subject: m.grievances_mail_received({ number }, { locale }),
      text: m.grievances_mail_received_text({ ...facts, date: formatDay(answerBy, locale) }, { locale }),
    }),
    answered: () => ({
      subject: m.grievances_mail_answered({ number }, { locale }),
      text: m.grievances_mail_answered_text(facts, { locale }),
    }),
    closed: () => ({
      subject: m.grievances_mail_closed({ number }, { locale }),
      text: m.grievances_mail_closed_text(facts, { locale }),
    }),
  }
  await enqueueMail({ schoolId, to: email, ...mails[mailKind]() })
}
