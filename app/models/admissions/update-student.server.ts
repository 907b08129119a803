import { inTransaction } from '~/database/transaction.server'
import { tellOfOfficeChange } from '~/models/accounts/undo-links.server'
import { adjustFeesToRte } from '~/models/fees/raise-fees.server'
import type { ReceivedFile } from '~/models/files/receive-file.server'
import { refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { StudentSections } from '~/models/students/find-sections.server'
import { type Opened, openForSaving, type SaveOutcome } from '~/models/students/opened-section.server'
import { placeDocuments } from '~/models/students/place-documents.server'
import { findCrowdedName } from '~/models/students/queries.server'
import type { StudentFields } from '~/models/students/schema'
import { type NewValues, noteChange, writeFields } from '~/models/students/write-fields.server'

type OwnRefusal = 'enrollment-number-taken' | 'email-crowded' | 'mobile-crowded' | 'files-gone'

/**
 * Saves the section Student Information: the student's own fields, parents' names, address, medium and photo, all or nothing. The e-mail
 * address before hears of another address or mobile number.
 * Who comes under the RTE Act owes no fees from then on (what a payment has touched stays); who leaves it owes those
 * assigned to the class.
 */
export async function updateStudent(
  scope: SchoolScope,
  publicId: string,
  fields: StudentFields,
  opened: Opened,
  photo: readonly ReceivedFile[] = [],
): Promise<SaveOutcome<OwnRefusal>> {
  return inTransaction(
    async () => {
      const found = await openForSaving(scope, publicId, opened, valuesOf(fields))
      if (!('student' in found)) return found
      const { student, values } = found
      const crowded = await crowdedName(scope, student, values)
      if (crowded) return refused(crowded)
      const changed = await writeFields(scope, student, 'student', values)
      if (changed.includes('rte')) await adjustFeesToRte(scope, { id: student.id, rte: fields.rte })
      const emailBefore = student.values.email
      if (emailBefore && changed.some((field) => field === 'email' || field === 'mobile_number'))
        await tellOfOfficeChange(scope, { id: student.id, emailBefore })
      const version = student.version + (changed.length > 0 ? 1 : 0)
      if (!(await savePhoto(scope, { ...student, version }, photo))) return refused('files-gone')
      return { ok: true }
    },
    { students_enrollment_number: 'enrollment-number-taken' },
  )
}

function valuesOf(fields: StudentFields): NewValues {
  return {
    first_name: fields.first_name,
    last_name: fields.last_name,
    mother_name: fields.mother_name,
    father_name: fields.father_name,
    address: fields.address,
    gender: fields.gender,
    date_of_birth: fields.date_of_birth,
    category: fields.category,
    religion: fields.religion ?? null,
    medium: fields.medium ?? null,
    mobile_number: fields.mobile_number,
    email: fields.email ?? null,
    rte: fields.rte,
    nic_id: fields.nic_id ?? null,
    sr_no: fields.sr_no ?? null,
    enrollment_number: fields.enrollment_number,
  }
}

async function crowdedName(
  scope: SchoolScope,
  student: StudentSections,
  values: NewValues,
): Promise<'email-crowded' | 'mobile-crowded' | null> {
  const names = {
    email: textOf(values, student, 'email'),
    mobileNumber: textOf(values, student, 'mobile_number') ?? '',
    exceptStudentId: student.id,
  }
  const crowded = await findCrowdedName(scope, names)
  if (!crowded) return null
  return crowded === 'email' ? 'email-crowded' : 'mobile-crowded'
}

function textOf(values: NewValues, student: StudentSections, field: string): string | null {
  const value = field in values ? values[field] : student.values[field]
  return typeof value === 'string' ? value : null
}

/** False when the photo that waited was removed meanwhile. */
async function savePhoto(
  scope: SchoolScope,
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
