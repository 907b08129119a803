import { inTransaction, selectRow, text, textOrNull } from '~/database/database.server'
import type { ReceivedFile } from '~/models/core/files/receive-file.server'
import { refused } from '~/models/core/shared/outcome'
import type { StudentScope } from '~/models/core/shared/scope.server'
import type { ChangeableField } from '~/models/people/students/change-requests/change-request-options'
import { requestChanges } from '~/models/people/students/change-requests/request-change.server'
import { saveInformation } from '~/models/people/students/describe/save-section.server'
import type { NewValues } from '~/models/people/students/describe/sections.server'
import type { StudentSections } from '~/models/people/students/find-sections.server'
import { findEmailChange, forgetEmailChange, requestEmailChange } from './email-change.server'
import { type PasswordProof, proveOwnPassword } from './passwords/own-password.server'
import { bucketOf, claimAttempt, uncountAttempt } from './sign-in/throttle.server'
import { notifyOfOwnChange } from './undo-links.server'

/** Builders of full URLs in mails, from a token. */
interface Links {
  confirm: (token: string) => string
  undo: (token: string) => string
}

/** Delay of an account's changes of sign-in names, in seconds: none for the first four, then a quarter of an hour. */
const mailDelay = (mails: number) => (mails < 4 ? 0 : 15 * 60)

/** Student's form as `ownSchemas.student` parses it, with its extra fields. */
interface Typed {
  values: NewValues
  note: string | null
  /** Current password; null if empty. */
  password: string | null
}

/**
 * Saves the student's own form, all or nothing: writes own fields and photo, requests changes of names, date of birth
 * and category from the office, and mails a link that confirms a new e-mail. Entering the current e-mail discards a
 * pending one. A new sign-in name requires the password ('password-required', 'wrong-password') and is
 * slowed after four mails in a row ('email-slowed', 'mobile-slowed'). Returns requested changes, the mailed address and
 * whether an undo link was mailed.
 * @param links build the full URLs of the confirmation and undo pages for a token
 */
export async function saveOwnInformation(
  scope: StudentScope,
  publicId: string,
  input: Typed,
  version: number,
  photo: readonly ReceivedFile[],
  links: Links,
) {
  const changes = await changedNames(scope, input.values)
  const { password } = input
  const proof = changes.any && password !== null ? await proveOwnPassword(scope, password) : null
  const claimed = changes.any && proof?.ok ? await claimAttempt(bucket(scope), mailDelay) : null
  if (claimed && !claimed.ok) {
    const reason = changes.email ? 'email-slowed' : 'mobile-slowed'
    return { ok: false, reason, waitSeconds: claimed.waitSeconds } as const
  }
  const outcome = await inTransaction(async () => {
    let mailedTo: string | null = null
    let hasMailedUndo = false
    let requestedFields: ChangeableField[] = []
    const saved = await saveInformation(scope, publicId, {
      typed: input.values,
      version,
      photo,
      settle: async (student, values) => {
        if ((await changesNames(scope, student, values)) && !(await stillProved(scope, proof)))
          return refused('password-required')
        const settled = await requestChanges(scope, student, values, input.note)
        if (!settled.ok) return settled
        const { email, ...own } = settled.own
        requestedFields = settled.asked
        mailedTo = typeof email === 'string' ? await changeEmail(scope, student, email, links.confirm) : null
        return { ok: true, values: own }
      },
      follow: async (student, changed, { mobile_number: mobile }) => {
        if (typeof mobile !== 'string' || !changed.includes('mobile_number')) return
        const before = { email: student.values.email ?? null, mobile: student.values.mobile_number ?? '' }
        await notifyOfOwnChange(scope, before, { ...before, mobile }, links.undo)
        hasMailedUndo = before.email !== null
      },
    })
    return saved.ok ? { ok: true as const, asked: requestedFields, mailedTo, hasMailedUndo } : saved
  })
  // No mail was sent, so the next try must not wait for this one.
  if (claimed && !(outcome.ok && (outcome.mailedTo || outcome.hasMailedUndo))) await uncountAttempt(claimed.claim)
  // Ignores a wrong password that turned out not to be needed (the form was older than the stored data).
  return !outcome.ok && outcome.reason === 'password-required' && proof && !proof.ok ? proof : outcome
}

const bucket = (scope: StudentScope) => bucketOf('email-change', `${scope.schoolId}:${scope.studentId}`)

/**
 * Returns whether the form seems to change the e-mail, and whether any sign-in name; the row is not locked yet. An
 * address that already waits for confirmation does not count as a change.
 */
async function changedNames(scope: StudentScope, newValues: NewValues): Promise<{ email: boolean; any: boolean }> {
  const row = await selectRow(
    { email: textOrNull('email'), mobile: text('mobile_number') },
    'FROM students WHERE school_id = :schoolId AND id = :studentId',
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  const email = row?.email !== newValues.email && (await findEmailChange(scope)) !== newValues.email
  return { email, any: email || row?.mobile !== newValues.mobile_number }
}

/** Returns whether the values change a sign-in name, now or after a confirmation. */
async function changesNames(scope: StudentScope, { values: stand }: StudentSections, values: NewValues) {
  const { email, mobile_number: mobile } = values
  if (mobile !== undefined && mobile !== stand.mobile_number) return true
  return email !== undefined && email !== stand.email && email !== (await findEmailChange(scope))
}

/**
 * Returns whether the checked password is still the current one: another request, such as an undo, may have changed it.
 */
async function stillProved(scope: StudentScope, proof: PasswordProof | null): Promise<boolean> {
  const row = await selectRow(
    { hash: textOrNull('password_hash') },
    'FROM students WHERE school_id = :schoolId AND id = :studentId',
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
  await requestEmailChange(scope, email, linkOf)
  return email
}
