import { inTransaction, selectOne } from '~/database/database.server'
import type { ReceivedFile } from '~/models/files/receive-file.server'
import { refused } from '~/models/shared/outcome'
import type { StudentScope } from '~/models/shared/scope.server'
import type { ChangeableField } from '~/models/students/change-request-options'
import type { StudentSections } from '~/models/students/find-sections.server'
import { askForChanges } from '~/models/students/request-change.server'
import { saveInformation } from '~/models/students/save-section.server'
import type { NewValues } from '~/models/students/sections.server'
import { askEmailChange, findEmailChange, forgetEmailChange } from './email-change.server'
import { type PasswordProof, proveOwnPassword } from './own-password.server'
import { bucketOf, claimAttempt, takeBack } from './throttle.server'
import { tellOfOwnChange } from './undo-links.server'

/** Make the full addresses of pages that a mail leads to, for a token. */
interface Links {
  confirm: (token: string) => string
  undo: (token: string) => string
}

/** Mails to new addresses of one account: four in a row, then one in a quarter of an hour. */
const mailDelay = (mails: number) => (mails < 4 ? 0 : 15 * 60)

/** The student's own form as `ownSchemas.student` reads it, and what is asked beside it. */
interface Typed {
  values: NewValues
  note: string | null
  /** The current password; null where none was typed. */
  password: string | null
}

/**
 * The student's own save of Student Information, all or nothing: own fields and photo are written, names, date of birth and
 * category become change requests that the office decides, a new e-mail address gets a link to confirm it (decisions, section 5). Typing
 * the address that stands takes a waiting one back. A new e-mail address or mobile number wants the current password
 * ('password-required', 'wrong-password'): they are what the student signs in with. Answers what the office was asked for and the address
 * that got a link.
 * @param links make the full addresses of the confirming and of the undoing page for a token
 */
export async function saveOwnInformation(
  scope: StudentScope,
  publicId: string,
  typed: Typed,
  version: number,
  photo: readonly ReceivedFile[],
  links: Links,
) {
  const changes = await changedNames(scope, typed.values)
  const { password } = typed
  const proof = changes.any && password !== null ? await proveOwnPassword(scope, password) : null
  const claimed = changes.email && proof?.ok ? await claimAttempt(bucket(scope), mailDelay) : null
  if (claimed && !claimed.ok) return { ok: false, reason: 'email-slowed', waitSeconds: claimed.waitSeconds } as const
  const outcome = await inTransaction(async () => {
    let mailedTo: string | null = null
    let asked: ChangeableField[] = []
    const saved = await saveInformation(scope, publicId, {
      ...{ typed: typed.values, version, photo },
      settle: async (student, values) => {
        if ((await changesNames(scope, student, values)) && !(await stillProved(scope, proof)))
          return refused('password-required')
        const settled = await askForChanges(scope, student, values, typed.note)
        if (!settled.ok) return settled
        const { email, ...own } = settled.own
        asked = settled.asked
        mailedTo = typeof email === 'string' ? await changeEmail(scope, student, email, links.confirm) : null
        return { ok: true, values: own }
      },
      follow: async (student, changed, { mobile_number: mobile }) => {
        if (typeof mobile !== 'string' || !changed.includes('mobile_number')) return
        const before = { email: student.values.email ?? null, mobile: student.values.mobile_number ?? '' }
        await tellOfOwnChange(scope, before, { ...before, mobile }, links.undo)
      },
    })
    return saved.ok ? { ok: true as const, asked, mailedTo } : saved
  })
  // No mail went out: the next try is not to wait for this one.
  if (claimed && !(outcome.ok && outcome.mailedTo)) await takeBack(claimed.claim)
  // What was not needed in the end (the form was older than what stands) is not found fault with.
  return !outcome.ok && outcome.reason === 'password-required' && proof && !proof.ok ? proof : outcome
}

const bucket = (scope: StudentScope) => bucketOf('email-change', `${scope.schoolId}:${scope.studentId}`)

/** Which sign-in names the form seems to change: the address is neither the account's nor the one that waits already. */
async function changedNames(scope: StudentScope, typed: NewValues): Promise<{ email: boolean; any: boolean }> {
  const row = await selectOne<{ email: string | null; mobile: string }>(
    'SELECT email, mobile_number AS mobile FROM students WHERE school_id = :schoolId AND id = :studentId',
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  const email = row?.email !== typed.email && (await findEmailChange(scope)) !== typed.email
  return { email, any: email || row?.mobile !== typed.mobile_number }
}

/** Whether what is to be written changes what the student signs in with, now or once a mail is opened. */
async function changesNames(scope: StudentScope, { values: stand }: StudentSections, values: NewValues) {
  const { email, mobile_number: mobile } = values
  if (mobile !== undefined && mobile !== stand.mobile_number) return true
  return email !== undefined && email !== stand.email && email !== (await findEmailChange(scope))
}

/** The password may have been changed, or ended by an undo, since it was looked at. */
async function stillProved(scope: StudentScope, proof: PasswordProof | null): Promise<boolean> {
  const row = await selectOne<{ hash: string | null }>(
    'SELECT password_hash AS hash FROM students WHERE school_id = :schoolId AND id = :studentId',
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  return proof?.ok === true && proof.hash === row?.hash
}

async function changeEmail(
  scope: StudentScope,
  student: StudentSections,
  email: string,
  linkOf: (token: string) => string,
): Promise<string | null> {
  const waiting = await findEmailChange(scope)
  if (email === student.values.email) {
    if (waiting !== null) await forgetEmailChange(scope)
    return null
  }
  if (email === waiting) return null
  await askEmailChange(scope, email, linkOf)
  return email
}
