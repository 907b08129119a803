import { selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { enqueueMail } from '~/models/outbox/enqueue.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { StudentScope } from '~/models/shared/scope.server'
import { lockStudent } from '~/models/students/opened-section.server'
import { findCrowdedName } from '~/models/students/queries.server'
import { writeFields } from '~/models/students/write-fields.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { forgetEmailChange, readerOf } from './email-change.server'
import { voidResetLinks } from './reset-links.server'

/**
 * The signed-in student opened the link that was mailed to the new address: from now on it is the account's. Works once, for
 * thirty minutes. The address before is told, and links that were mailed to it choose no password any more. Refuses
 * `link-not-valid`, and `email-crowded` when eight accounts came to share the address meanwhile.
 */
export function confirmEmailChange(
  scope: StudentScope,
  publicId: string,
  token: string,
): Promise<Outcome<{ email: string }, 'link-not-valid' | 'email-crowded'>> {
  return inTransaction(async (tx) => {
    const student = await lockStudent(scope, publicId, tx)
    if (!student) return refused('link-not-valid')
    const change = await selectOne<{ email: string }>(
      `SELECT new_email AS email FROM email_changes
       WHERE school_id = :schoolId AND student_id = :studentId AND token_hash = :hash AND expires_at > UTC_TIMESTAMP(3)`,
      { schoolId: scope.schoolId, studentId: scope.studentId, hash: hashToken(token) },
      tx,
    )
    if (!change) return refused('link-not-valid')
    const names = {
      email: change.email,
      mobileNumber: student.values.mobile_number ?? '',
      exceptStudentId: student.id,
    }
    if ((await findCrowdedName(scope, names, tx)) === 'email') return refused('email-crowded')
    const before = await readerOf(scope, tx)
    await writeFields(scope, student, 'student', { email: change.email }, tx)
    await forgetEmailChange(scope, tx)
    await voidResetLinks({ kind: 'student', schoolId: scope.schoolId, id: scope.studentId }, tx)
    if (before.email !== null) {
      const mail = inLanguage(before.language, () => ({
        subject: m.profile_mail_changed_subject(),
        text: m.profile_mail_changed({ name: before.name, school: before.schoolName, email: change.email }),
      }))
      await enqueueMail({ schoolId: scope.schoolId, to: before.email, ...mail }, tx)
    }
    return done({ email: change.email })
  })
}
