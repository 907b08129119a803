import { execute, inTransaction, number, type RowOf, selectRow, text, textOrNull } from '~/database/database.server'
import { m } from '~/language/paraglide/messages'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { StudentScope, VisitorScope } from '~/models/core/shared/scope.server'
import { lockStudent, writeFields } from '~/models/people/students/describe/save-section.server'
import { findCrowdedName } from '~/models/people/students/queries.server'
import { hashRandomPassword } from '~/services/secrets/passwords.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { forgetEmailChange } from './email-change.server'
import { resetLinkMinutes } from './options'
import { makeResetToken, voidResetLinks } from './passwords/reset-password.server'
import { forgetDevices } from './sign-in/devices.server'
import { closeOtherSessions, scopeOfAccount } from './sign-in/sessions.server'
import { followChange, mailStudent, type SignInNames } from './undo-links.server'

const undoRow = {
  id: number('u.id'),
  schoolId: number('u.school_id'),
  studentId: number('u.student_id'),
  publicId: text('s.public_id'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  schoolName: text('c.name'),
  /** Sign-in names after the undo. */
  email: text('u.old_email'),
  mobile: text('u.old_mobile'),
  newEmail: textOrNull('u.standing_email'),
  newMobile: textOrNull('u.standing_mobile'),
}

export type Undo = Pick<RowOf<typeof undoRow>, 'name' | 'schoolName' | 'email' | 'mobile'>

/** Finds the change for a token; null if the token was used, has expired or is unknown. */
export async function findUndo(_visitor: VisitorScope, token: string): Promise<Undo | null> {
  const row = await findRow(token)
  return row && { name: row.name, schoolName: row.schoolName, email: row.email, mobile: row.mobile }
}

/**
 * Undoes a change of a student's sign-in names by the link mailed to the previous address. Ends this and later undo
 * links, sessions, known browsers, reset links, pending addresses and the password, which the intruder knew. Works
 * once. Changes nothing for an invalid link, values set by the office since ('set-by-office') or a previous name that
 * too many accounts share ('crowded').
 * @returns the address, and a token that may set a password within thirty minutes
 */
export async function undoSignInChange(_visitor: VisitorScope, token: string) {
  const changeRow = await findRow(token)
  if (!changeRow) return refused('link-not-valid')
  const nobodys = await hashRandomPassword()
  const { schoolId, studentId, publicId, name } = changeRow
  const account = { kind: 'student', schoolId, id: studentId } as const
  const scope = scopeOfAccount(account, name)
  return inTransaction(async () => {
    const student = await lockStudent(scope, publicId)
    // Reads the undo link again under the lock: another undo or a confirmation may have finished first.
    const undo = await findRow(token)
    if (!student || !undo) return refused('link-not-valid')
    const before = { email: student.values.email ?? null, mobile: student.values.mobile_number ?? '' }
    const after = { email: undo.email, mobile: undo.mobile }
    if (before.email !== undo.newEmail || before.mobile !== undo.newMobile) return refused('set-by-office')
    const names = { email: after.email, mobileNumber: after.mobile, exceptStudentId: student.id }
    if (await findCrowdedName(scope, names)) return refused('crowded')

    await writeFields(scope, student, 'student', { email: after.email, mobile_number: after.mobile })
    await execute(
      `UPDATE sign_in_undos SET used_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND student_id = :studentId AND id >= :id AND used_at IS NULL`,
      { schoolId, studentId, id: undo.id },
    )
    await followChange(scope, before, after)
    await forgetEmailChange(scope)
    await voidResetLinks(account)
    await closeOtherSessions(scope, account, null)
    await forgetDevices(account)
    await execute(
      `UPDATE students SET password_hash = :nobodys, password_changed_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :studentId`,
      { schoolId, studentId, nobodys },
    )
    await recordAudit(scope, { action: 'sign-in-change.undone', subject: { kind: 'student', id: studentId } })
    await notifyReplacedAddress(scope, before, after)
    return done({ email: after.email, resetToken: await makeResetToken(account, resetLinkMinutes) })
  })
}

/** Notifies the replaced address, without a link to undo the undo. */
async function notifyReplacedAddress(scope: StudentScope, before: SignInNames, after: SignInNames): Promise<void> {
  if (before.email === null || before.email === after.email) return
  await mailStudent(scope, before.email, (reader) => ({
    subject: m.profile_mail_undone_subject(),
    text: `${m.profile_mail_undone(reader)}\n\n${m.profile_mail_tell_office()}`,
  }))
}

function findRow(token: string) {
  return selectRow(
    undoRow,
    `FROM sign_in_undos u JOIN students s ON s.id = u.student_id AND s.status = 'active' JOIN schools c ON c.id = u.school_id
     WHERE u.token_hash = :hash AND u.used_at IS NULL AND u.expires_at > UTC_TIMESTAMP(3)`,
    { hash: hashToken(token) },
  )
}
