import { execute, selectOne } from '~/database/database.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { enqueueMail } from '~/models/outbox/enqueue.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { hashToken, newToken } from '~/services/secrets/secrets.server'
import { emailLinkMinutes } from './options'

/** The address that waits to be confirmed, or null when there is none or its link is too old. */
export async function findEmailChange(scope: StudentScope): Promise<string | null> {
  const row = await selectOne<{ email: string }>(
    `SELECT new_email AS email FROM email_changes
     WHERE school_id = :schoolId AND student_id = :studentId AND expires_at > UTC_TIMESTAMP(3)`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  return row?.email ?? null
}

/**
 * A step: mails a link to the new address, which counts once it is opened by the signed-in student. One change waits at a time:
 * another one takes its place, and the link before works no more.
 * @param linkOf makes the full address of the confirming page for a token
 */
export async function askEmailChange(
  scope: StudentScope,
  email: string,
  linkOf: (token: string) => string,
): Promise<void> {
  const token = newToken()
  await execute(
    `INSERT INTO email_changes (student_id, school_id, new_email, token_hash, expires_at, created_at)
     VALUES (:studentId, :schoolId, :email, :hash, UTC_TIMESTAMP(3) + INTERVAL :minutes MINUTE, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE new_email = VALUES(new_email), token_hash = VALUES(token_hash),
       expires_at = VALUES(expires_at), created_at = VALUES(created_at)`,
    { ...ownerOf(scope), email, hash: hashToken(token), minutes: emailLinkMinutes },
  )
  const reader = await readerOf(scope)
  const mail = inLanguage(reader.language, () => ({
    subject: m.profile_mail_confirm_subject(),
    text: m.profile_mail_confirm({
      name: reader.name,
      school: reader.schoolName,
      minutes: emailLinkMinutes,
      link: linkOf(token),
    }),
  }))
  await enqueueMail({ schoolId: scope.schoolId, to: email, ...mail })
  await recordAudit(scope, { action: 'email.change-asked', subject: { kind: 'student', id: scope.studentId } })
}

/** A step: the change that waits is off, and its link works no more. */
export async function forgetEmailChange(scope: StudentScope): Promise<void> {
  await execute('DELETE FROM email_changes WHERE school_id = :schoolId AND student_id = :studentId', {
    ...ownerOf(scope),
  })
}

/** Whom a mail about the account speaks to, and in which language. */
export async function readerOf(student: {
  schoolId: number
  studentId: number
}): Promise<{ name: string; email: string | null; language: Language; schoolName: string }> {
  const row = await selectOne<{ name: string; email: string | null; language: Language; schoolName: string }>(
    `SELECT CONCAT(s.first_name, ' ', s.last_name) AS name, s.email, s.language, c.name AS schoolName
     FROM students s JOIN schools c ON c.id = s.school_id
     WHERE s.school_id = :schoolId AND s.id = :studentId`,
    { schoolId: student.schoolId, studentId: student.studentId },
  )
  if (!row) throw new Error('The student of this scope is gone')
  return row
}

function ownerOf(scope: StudentScope) {
  return { schoolId: scope.schoolId, studentId: scope.studentId }
}
