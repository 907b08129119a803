import { selectOne, type Tx } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import type { ReceivedFile } from '~/models/files/receive-file.server'
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
import { bucketOf, claimAttempt, takeBack } from './throttle.server'

type OwnRefusal = 'email-crowded' | 'mobile-crowded' | 'files-gone'

/** Thrown inside the transaction so that nothing of a refused save stays. */
class Refusal extends Error {
  constructor(readonly reason: OwnRefusal) {
    super(reason)
  }
}

interface Saved {
  ok: true
  asked: ChangeableField[]
  /** The address that got a link, or null. */
  mailedTo: string | null
}

type Outcome =
  | Saved
  | { ok: false; reason: 'email-slowed'; waitSeconds: number }
  | Exclude<OwnSaveOutcome<OwnRefusal>, { ok: true }>

/** Mails to new addresses of one account: four in a row, then one in a quarter of an hour. */
const mailDelay = (mails: number) => (mails < 4 ? 0 : 15 * 60)

/**
 * The student's own save of Student Information, all or nothing: own fields and photo are written, names, date of birth and
 * category become wishes that the office decides, a new e-mail address gets a link to confirm it (decisions, section 5). Typing
 * the address that stands takes a waiting one back.
 * @param linkOf makes the full address of the confirming page for a token
 */
export async function saveOwnInformation(
  scope: StudentScope,
  publicId: string,
  fields: OwnStudentFields,
  opened: Opened,
  photo: readonly ReceivedFile[],
  linkOf: (token: string) => string,
): Promise<Outcome> {
  const claimed = (await wantsMail(scope, fields.email)) ? await claimAttempt(bucket(scope), mailDelay) : null
  if (claimed && !claimed.ok) return { ok: false, reason: 'email-slowed', waitSeconds: claimed.waitSeconds }
  const outcome = await save(scope, publicId, fields, opened, photo, linkOf)
  // No mail went out: the next try is not to wait for this one.
  if (claimed && !(outcome.ok && outcome.mailedTo)) await takeBack(claimed.claim)
  return outcome
}

const bucket = (scope: StudentScope) => bucketOf('email-change', `${scope.schoolId}:${scope.studentId}`)

/** Whether the typed address is neither the account's nor the one that waits already. */
async function wantsMail(scope: StudentScope, email: string): Promise<boolean> {
  const row = await selectOne<{ email: string | null }>(
    'SELECT email FROM students WHERE school_id = :schoolId AND id = :studentId',
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  return row?.email !== email && (await findEmailChange(scope)) !== email
}

async function save(
  scope: StudentScope,
  publicId: string,
  fields: OwnStudentFields,
  opened: Opened,
  photo: readonly ReceivedFile[],
  linkOf: (token: string) => string,
): Promise<Saved | Exclude<OwnSaveOutcome<OwnRefusal>, { ok: true }>> {
  try {
    return await inTransaction(async (tx) => {
      const found = await openForSaving(scope, publicId, opened, valuesOf(fields), tx)
      if (!('student' in found)) return found
      const { student, values } = found
      await refuseCrowd(scope, student, values, tx)
      const asked = await askForChanges(scope, student, values, fields.note, tx)
      if (!asked.ok) return asked
      const { email, ...own } = asked.own
      const mailedTo = typeof email === 'string' ? await changeEmail(scope, student, email, linkOf, tx) : null
      const changed = await writeFields(scope, student, 'student', own, tx)
      const version = student.version + (changed.length > 0 ? 1 : 0)
      await savePhoto(scope, { ...student, version }, photo, tx)
      return { ok: true, asked: asked.asked, mailedTo }
    })
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason }
    throw error
  }
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

async function refuseCrowd(scope: StudentScope, student: StudentSections, values: NewValues, tx: Tx): Promise<void> {
  const typed = (field: 'email' | 'mobile_number') => {
    const value = field in values ? values[field] : student.values[field]
    return typeof value === 'string' ? value : null
  }
  const names = { email: typed('email'), mobileNumber: typed('mobile_number') ?? '', exceptStudentId: student.id }
  const crowded = await findCrowdedName(scope, names, tx)
  if (crowded) throw new Refusal(crowded === 'email' ? 'email-crowded' : 'mobile-crowded')
}

async function changeEmail(
  scope: StudentScope,
  student: StudentSections,
  email: string,
  linkOf: (token: string) => string,
  tx: Tx,
): Promise<string | null> {
  const waiting = await findEmailChange(scope, tx)
  if (email === student.values.email) {
    if (waiting !== null) await forgetEmailChange(scope, tx)
    return null
  }
  if (email === waiting) return null
  await askEmailChange(scope, email, linkOf, tx)
  return email
}

async function savePhoto(
  scope: StudentScope,
  student: StudentSections,
  photo: readonly ReceivedFile[],
  tx: Tx,
): Promise<void> {
  if (photo.length === 0) return
  const outcome = await placeDocuments(scope, student, 'student_photo', photo, tx)
  if (outcome !== 'placed') throw new Refusal('files-gone')
  const change = { field: 'student_photo', from: null, to: photo[0]?.fileName ?? null }
  await noteChange(scope, student, 'student', [change], tx)
}
