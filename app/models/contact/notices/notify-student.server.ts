import { execute, selectRow, text, textOrNull, wordOf } from '~/database/database.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { noticeUrl } from './mail-notice.server'

/** Days for which the portal's own notices are shown. */
const shownDays = 60

/**
 * Runs in the caller's transaction: notifies the student of a change by a notice and, if an address is known, a mail,
 * in the student's language. `say` returns the texts in a language. The mail links to the notice, or to `link` when an
 * action is needed. The office's list of notices omits the notice, as it is automatic.
 */
export async function notifyStudent(
  scope: SchoolScope | StudentScope,
  studentId: number,
  say: (locale: Language) => { title: string; body: string },
  link?: string,
): Promise<void> {
  const reader = await selectRow(
    {
      email: textOrNull('s.email'),
      language: wordOf<Language>('s.language'),
      school: text('c.name'),
      phone: text('c.phone'),
    },
    'FROM students s JOIN schools c ON c.id = s.school_id WHERE s.school_id = :schoolId AND s.id = :studentId',
    { schoolId: scope.schoolId, studentId },
  )
  if (!reader) throw new Error('The student to notify no longer exists')
  const { email, language: locale, school, phone } = reader
  const { title, body } = say(locale)
  const publicId = newPublicId()
  const today = todayInIndia(new Date())
  await execute(
    `INSERT INTO notices (public_id, school_id, title, body, priority, from_on, until_on, audience, is_automatic, student_id,
       created_by, created_by_name, created_at, updated_at)
     VALUES (:publicId, :schoolId, :title, :body, 'medium', :today, :until, 'student', 1, :studentId, NULL, :school,
       UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
    { publicId, schoolId: scope.schoolId, title, body, today, until: addDays(today, shownDays), studentId, school },
  )
  if (!email) return
  await enqueueMail({
    schoolId: scope.schoolId,
    to: email,
    subject: m.notices_mail_subject({ title }, { locale }),
    text: m.notices_mail_text({ title, body, link: link ?? noticeUrl(publicId), school, phone }, { locale }),
  })
}
