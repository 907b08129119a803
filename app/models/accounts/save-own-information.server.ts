import { selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import type { ReceivedFile } from '~/models/files/receive-file.server'
import { refused } from '~/models/shared/outcome'
import type { StudentScope } from '~/models/shared/scope.server'
import type { ChangeableField } from '~/models/students/change-request-options'
import type { StudentSections } from '~/models/students/find-sections.server'
import { type Opened, openForSaving } from '~/models/students/opened-section.server'
import type { OwnSaveOutcome } from '~/models/students/own-save'
import { placeDocuments } from '~/models/students/place-documents.server'
import { findCrowdedName } from '~/models/students/queries.server'
import { askForChanges } from '~/models/students/request-change.server'
import type { OwnStudentFields } from '~/models/students/schema'
import { type NewValues, noteChange, writeFields } from '~/models/students/write-fields.server'
import { askEmailChange, findEmailChange, forgetEmailChange } from './email-change.server'
import { type PasswordProof, proveOwnPassword, type Unproved } from './own-password.server'
import { bucketOf, claimAttempt, takeBack } from './throttle.server'
import { tellOfOwnChange } from './undo-links.server'

type OwnRefusal = 'email-crowded' | 'mobile-crowded' | 'files-gone'

interface Saved {
  ok: true
  asked: ChangeableField[]
  /** The address that got a link, or null. */
  mailedTo: string | null
}

type Outcome =
  | Saved
  | { ok: false; reason: 'email-slowed'; waitSeconds: number }
  | Unproved
  | { ok: false; reason: 'password-required' }
  | Exclude<OwnSaveOutcome<OwnRefusal>, { ok: true }>

/** Make the full addresses of pages that a mail leads to, for a token. */
interface Links {
  confirm: (token: string) => string
  undo: (token: string) => string
}

/** Mails to new addresses of one account: four in a row, then one in a quarter of an hour. */
const mailDelay = (mails: number) => (mails < 4 ? 0 : 15 * 60)

/**
 * The student's own save of Student Information, all or nothing: own fields and photo are written, names, date of birth and
 * category become wishes that the office decides, a new e-mail address gets a link to confirm it (decisions, section 5). Typing
 * the address that stands takes a waiting one back. A new e-mail address or mobile number wants the current password
 * ('password-required', 'wrong-password'): they are what the student signs in with.
 * @param links make the full addresses of the confirming and of the undoing page for a token
 */
export async function saveOwnInformation(
  scope: StudentScope,
  publicId: string,
  fields: OwnStudentFields & { current_password?: string | undefined },
  opened: Opened,
  photo: readonly ReceivedFile[],
  links: Links,
): Promise<Outcome> {
  const changes = await changedNames(scope, fields)
  const { current_password: password } = fields
  const proof = changes.any && password !== undefined ? await proveOwnPassword(scope, password) : null
  const claimed = changes.email && proof?.ok ? await claimAttempt(bucket(scope), mailDelay) : null
  if (claimed && !claimed.ok) return { ok: false, reason: 'email-slowed', waitSeconds: claimed.waitSeconds }
  const outcome = await save(scope, publicId, fields, opened, photo, links, proof)
  // No mail went out: the next try is not to wait for this one.
  if (claimed && !(outcome.ok && outcome.mailedTo)) await takeBack(claimed.claim)
  // What was not needed in the end (the form was older than what stands) is not found fault with.
  return !outcome.ok && outcome.reason === 'password-required' && proof && !proof.ok ? proof : outcome
}

const bucket = (scope: StudentScope) => bucketOf('email-change', `${scope.schoolId}:${scope.studentId}`)

/** Which sign-in names the form seems to change: the address is neither the account's nor the one that waits already. */
async function changedNames(
  scope: StudentScope,
  typed: Pick<OwnStudentFields, 'email' | 'mobile_number'>,
): Promise<{ email: boolean; any: boolean }> {
  const row = await selectOne<{ email: string | null; mobile: string }>(
    'SELECT email, mobile_number AS mobile FROM students WHERE school_id = :schoolId AND id = :studentId',
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  const email = row?.email !== typed.email && (await findEmailChange(scope)) !== typed.email
  return { email, any: email || row?.mobile !== typed.mobile_number }
}

async function save(
  scope: StudentScope,
  publicId: string,
  fields: OwnStudentFields,
  opened: Opened,
  photo: readonly ReceivedFile[],
  links: Links,
  proof: PasswordProof | null,
): Promise<Exclude<Outcome, { reason: 'email-slowed' } | Unproved>> {
  return inTransaction(async () => {
    const found = await openForSaving(scope, publicId, opened, valuesOf(fields))
    if (!('student' in found)) return found
    const { student, values } = found
    if ((await changesNames(scope, student, values)) && !(await stillProved(scope, proof)))
      return refused('password-required')
    const crowded = await crowdedName(scope, student, values)
    if (crowded) return refused(crowded)
    const asked = await askForChanges(scope, student, values, fields.note)
    if (!asked.ok) return asked
    const { email, ...own } = asked.own
    const mailedTo = typeof email === 'string' ? await changeEmail(scope, student, email, links.confirm) : null
    const changed = await writeFields(scope, student, 'student', own)
    const number = own.mobile_number
    if (typeof number === 'string' && changed.includes('mobile_number')) {
      const before = { email: student.values.email ?? null, mobile: student.values.mobile_number ?? '' }
      await tellOfOwnChange(scope, before, { ...before, mobile: number }, links.undo)
    }
    const version = student.version + (changed.length > 0 ? 1 : 0)
    if (!(await savePhoto(scope, { ...student, version }, photo))) return refused('files-gone')
    return { ok: true, asked: asked.asked, mailedTo }
  })
}

function valuesOf(fields: OwnStudentFields): NewValues {
  return {
    first_name: fields.first_name,
    last_name: fields.last_name,
    mother_name: fields.mother_name,
    father_name: fields.father_name,
    date_of_birth: fields.date_of_birth,
    category: fields.category,
    address: fields.address,
    gender: fields.gender,
    religion: fields.religion ?? null,
    medium: fields.medium ?? null,
    mobile_number: fields.mobile_number,
    email: fields.email,
  }
}

/** Whether what is to be written changes what the student signs in with, now or once a mail is opened. */
async function changesNames(
  scope: StudentScope,
  { values: stand }: StudentSections,
  values: NewValues,
): Promise<boolean> {
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

async function crowdedName(
  scope: StudentScope,
  student: StudentSections,
  values: NewValues,
): Promise<'email-crowded' | 'mobile-crowded' | null> {
  const typed = (field: 'email' | 'mobile_number') => {
    const value = field in values ? values[field] : student.values[field]
    return typeof value === 'string' ? value : null
  }
  const names = { email: typed('email'), mobileNumber: typed('mobile_number') ?? '', exceptStudentId: student.id }
  const crowded = await findCrowdedName(scope, names)
  if (!crowded) return null
  return crowded === 'email' ? 'email-crowded' : 'mobile-crowded'
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

/** False when the photo that waited was removed meanwhile. */
async function savePhoto(
  scope: StudentScope,
  student: StudentSections,
  photo: readonly ReceivedFile[],
): Promise<boolean> {
  if (photo.length === 0) return true
  const outcome = await placeDocuments(scope, student, 'student_photo', photo)
  if (outcome !== 'placed') return false
  const change = { field: 'student_photo', from: null, to: photo[0]?.fileName ?? null }
  await noteChange(scope, student, 'student', [change])
  return true
}
