import { inTransaction, selectOne } from '~/database/database.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { StudentScope } from '~/models/shared/scope.server'
import { findCrowdedName } from '~/models/students/queries.server'
import { lockStudent, writeFields } from '~/models/students/save-section.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { forgetEmailChange } from './email-change.server'
import { voidResetLinks } from './reset-links.server'
import { tellOfOwnChange } from './undo-links.server'

/**
 * The signed-in student opened the link that was mailed to the new address: from now on it is the account's. Works once, for
 * thirty minutes. The address before is told and can undo it for 72 hours, but links that were mailed to it choose no password any more. Refuses
 * `link-not-valid`, and `email-crowded` when eight accounts came to share the address meanwhile.
 * @param undoLinkOf makes the full address of the undoing page for a token
 */
export function confirmEmailChange(
  scope: StudentScope,
  publicId: string,
  token: string,
  undoLinkOf: (token: string) => string,
): Promise<Outcome<{ email: string }, 'link-not-valid' | 'email-crowded'>> {
  return inTransaction(async () => {
    const student = await lockStudent(scope, publicId)
    if (!student) return refused('link-not-valid')
    const change = await selectOne<{ email: string }>(
      `SELECT new_email AS email FROM email_changes
       WHERE school_id = :schoolId AND student_id = :studentId AND token_hash = :hash AND expires_at > UTC_TIMESTAMP(3)`,
      { schoolId: scope.schoolId, studentId: scope.studentId, hash: hashToken(token) },
    )
    if (!change) return refused('link-not-valid')
    const names = {
      email: change.email,
      mobileNumber: student.values.mobile_number ?? '',
      exceptStudentId: student.id,
    }
    if ((await findCrowdedName(scope, names)) === 'email') return refused('email-crowded')
    await writeFields(scope, student, 'student', { email: change.email })
    await forgetEmailChange(scope)
    await voidResetLinks({ kind: 'student', schoolId: scope.schoolId, id: scope.studentId })
    const mobile = student.values.mobile_number ?? ''
    const before = { email: student.values.email ?? null, mobile }
    await tellOfOwnChange(scope, before, { email: change.email, mobile }, undoLinkOf)
    return done({ email: change.email })
  })
}
