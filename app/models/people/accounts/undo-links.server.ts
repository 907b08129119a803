import { execute, number, selectRow, selectRows, text, wordOf } from '~/database/database.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { findNamesInMail, type NamesInMail } from '~/models/core/schools/names-in-mail.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { hashToken, newToken } from '~/services/secrets/secrets.server'
import { undoLinkHours } from './options'

export interface SignInNames {
  email: string | null
  mobile: string
}

/**
 * Runs after each change of a student's own sign-in names: mails the previous address an undo link. Mails none when the
 * change returns to an address whose own undo link is still open: otherwise a thief could undo the owner's recovery.
 * The student's row must be locked.
 * @param undoLinkOf returns the full URL of the undo page for a token
 */
export async function notifyOfOwnChange(
  scope: StudentScope,
  before: SignInNames,
  after: SignInNames,
  undoLinkOf: (token: string) => string,
): Promise<void> {
  const { email } = before
  const isGivenBack = email !== after.email && (await giveBack(scope, before, after))
  await followChange(scope, before, after)
  if (email === null) return
  const link = isGivenBack ? null : undoLinkOf(await makeUndo(scope, { ...before, email }, after))
  await mailStudent(scope, email, ({ name, school, address }) => {
    const ending = link ? m.profile_mail_undo({ hours: undoLinkHours, link }) : m.profile_mail_tell_office()
    return email === after.email
      ? {
          subject: m.profile_mail_mobile_subject(),
          text: `${m.profile_mail_mobile({ name, school, end: after.mobile.slice(-4) })}\n\n${ending}`,
        }
      : {
          subject: m.profile_mail_changed_subject(),
          text: `${m.profile_mail_changed({ name, school, email: address(after.email ?? '') })}\n\n${ending}`,
        }
  })
}

/**
 * Runs in the transaction in which the office changes a student's e-mail or mobile number. Notifies the previous
 * address, without the new values and without an undo link, because the school decides.
 */
export function notifyOfOfficeChange({ schoolId }: SchoolScope, student: { id: number; emailBefore: string }) {
  return mailStudent({ schoolId, studentId: student.id }, student.emailBefore, (reader) => ({
    subject: m.profile_mail_by_office_subject(),
    text: m.profile_mail_by_office({ name: reader.name, school: reader.school }),
  }))
}

type Student = Pick<StudentScope, 'schoolId' | 'studentId'>
type Reader = { name: string } & Pick<NamesInMail, 'school' | 'address'>

/**
 * Runs in the caller's transaction: mails a student about the account, in the student's language, to a past, present or
 * future address.
 */
export async function mailStudent(
  student: Student,
  to: string,
  words: (reader: Reader) => { subject: string; text: string },
): Promise<void> {
  const row = await selectRow(
    { name: text("TRIM(CONCAT(first_name, ' ', last_name))"), language: wordOf<Language>('language') },
    'FROM students WHERE school_id = :schoolId AND id = :studentId',
    ownerOf(student),
  )
  if (!row) throw new Error('The student of this scope is gone')
  const { names } = await findNamesInMail(student.schoolId)
  const mail = inLanguage(row.language, () => {
    const { person, ...others } = names()
    return words({ name: person(row.name), ...others })
  })
  await enqueueMail({ schoolId: student.schoolId, to, ...mail, isOfAccount: true })
}

export const ownerOf = ({ schoolId, studentId }: Student) => ({ schoolId, studentId })

/**
 * Runs in the transaction of each change by the student. An undo link works only as long as the sign-in names are those
 * that it expects: updates these expected names in all open links, unless the office has changed the names since. Also
 * extends the open links, so that no later link outlives them.
 */
export async function followChange(scope: StudentScope, before: SignInNames, after: SignInNames): Promise<void> {
  await execute(
    // MariaDB assigns from left to right, so the first line still reads the old `standing_mobile`.
    `UPDATE sign_in_undos SET
       standing_email = IF(standing_email = :email AND standing_mobile = :mobile, :newEmail, NULL),
       standing_mobile = :newMobile, expires_at = UTC_TIMESTAMP(3) + INTERVAL ${undoLinkHours} HOUR
     WHERE ${isOpen}`,
    { ...ownerOf(scope), email: before.email, mobile: before.mobile, newEmail: after.email, newMobile: after.mobile },
  )
}

const isOpen = 'school_id = :schoolId AND student_id = :studentId AND used_at IS NULL AND expires_at > UTC_TIMESTAMP(3)'

/**
 * Returns whether the change goes back to an address whose undo link is still open. If so, invalidates the undo links
 * mailed to other addresses since then.
 */
async function giveBack(scope: StudentScope, before: SignInNames, after: SignInNames): Promise<boolean> {
  const links = await selectRows(
    { id: number('id') },
    `FROM sign_in_undos
     WHERE ${isOpen} AND standing_email = :email AND standing_mobile = :mobile AND old_email = :newEmail ORDER BY id`,
    { ...ownerOf(scope), ...before, newEmail: after.email },
  )
  const [first] = links
  if (!first) return false
  await execute(
    `UPDATE sign_in_undos SET used_at = UTC_TIMESTAMP(3) WHERE ${isOpen} AND id > :id AND old_email <> :newEmail`,
    { ...ownerOf(scope), id: first.id, newEmail: after.email },
  )
  return true
}

/** Stores an undo and returns the token of its link. The row keeps only the hash: a stolen backup undoes nothing. */
async function makeUndo(scope: StudentScope, before: { email: string; mobile: string }, after: SignInNames) {
  const token = newToken()
  await execute(
    `INSERT INTO sign_in_undos
       (school_id, student_id, token_hash, old_email, old_mobile, standing_email, standing_mobile, expires_at, created_at)
     VALUES (:schoolId, :studentId, :hash, :email, :mobile, :newEmail, :newMobile,
       UTC_TIMESTAMP(3) + INTERVAL ${undoLinkHours} HOUR, UTC_TIMESTAMP(3))`,
    { ...ownerOf(scope), hash: hashToken(token), ...before, newEmail: after.email, newMobile: after.mobile },
  )
  return token
}
