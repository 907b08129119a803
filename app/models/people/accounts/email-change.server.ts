import { execute, inTransaction, selectRow, text } from '~/database/database.server'
import { m } from '~/language/paraglide/messages'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { lockStudent, writeFields } from '~/models/people/students/describe/save-section.server'
import { findCrowdedName } from '~/models/people/students/queries.server'
import { hashToken, newToken } from '~/services/secrets/secrets.server'
import { emailLinkMinutes } from './options'
import { voidResetLinks } from './passwords/reset-password.server'
import { mailStudent, notifyOfOwnChange, ownerOf } from './undo-links.server'

const change = { email: text('new_email') }
const pending = `FROM email_changes
  WHERE school_id = :schoolId AND student_id = :studentId AND expires_at > UTC_TIMESTAMP(3)`

/** Returns the address that waits to be confirmed; null if there is none or its link has expired. */
export async function findEmailChange(scope: StudentScope): Promise<string | null> {
  return (await selectRow(change, pending, ownerOf(scope)))?.email ?? null
}

/**
 * Runs in the caller's transaction: mails a confirmation link to the new address. The change takes effect when the
 * signed-in student opens it. A student has one pending change: a newer one replaces it and invalidates the earlier
 * link.
 * @param linkOf returns the full URL of the confirmation page for a token
 */
export async function requestEmailChange(scope: StudentScope, email: string, linkOf: (token: string) => string) {
  const token = newToken()
  await execute(
    `INSERT INTO email_changes (student_id, school_id, new_email, token_hash, expires_at, created_at)
     VALUES (:studentId, :schoolId, :email, :hash, UTC_TIMESTAMP(3) + INTERVAL :minutes MINUTE, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE new_email = VALUES(new_email), token_hash = VALUES(token_hash),
       expires_at = VALUES(expires_at), created_at = VALUES(created_at)`,
    { ...ownerOf(scope), email, hash: hashToken(token), minutes: emailLinkMinutes },
  )
  await mailStudent(scope, email, (reader) => ({
    subject: m.profile_mail_confirm_subject(),
    text: m.profile_mail_confirm({ ...reader, minutes: emailLinkMinutes, link: linkOf(token) }),
  }))
  await recordAudit(scope, { action: 'email.change-asked', subject: { kind: 'student', id: scope.studentId } })
}

/** Runs in the caller's transaction: discards the pending change, which invalidates its link. */
export async function forgetEmailChange(scope: StudentScope): Promise<void> {
  await execute('DELETE FROM email_changes WHERE school_id = :schoolId AND student_id = :studentId', ownerOf(scope))
}

/**
 * Confirms the mailed link for the signed-in student: the new address becomes the account's. Works once, for thirty
 * minutes. The previous address is notified and can undo the change for 72 hours, but reset links sent to it no longer
 * work. Refuses `link-not-valid`, and `email-crowded` when eight accounts already share the address.
 * @param undoLinkOf returns the full URL of the undo page for a token
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
    const values = { ...ownerOf(scope), hash: hashToken(token) }
    const changeRequest = await selectRow(change, `${pending} AND token_hash = :hash`, values)
    if (!changeRequest) return refused('link-not-valid')
    const { email } = changeRequest
    const names = { email, mobileNumber: student.values.mobile_number ?? '', exceptStudentId: student.id }
    if ((await findCrowdedName(scope, names)) === 'email') return refused('email-crowded')
    await writeFields(scope, student, 'student', { email })
    await forgetEmailChange(scope)
    await voidResetLinks({ kind: 'student', schoolId: scope.schoolId, id: scope.studentId })
    const mobile = student.values.mobile_number ?? ''
    const before = { email: student.values.email ?? null, mobile }
    await notifyOfOwnChange(scope, before, { email, mobile }, undoLinkOf)
    return done({ email })
  })
}
