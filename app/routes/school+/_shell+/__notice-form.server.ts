import type { FieldErrors } from '~/http/forms.server'
import { foundOr404, idOr404 } from '~/http/guards.server'
import { classSectionChoices, requireOwnStudent, teacherSections } from '~/http/teacher-sections.server'
import type { StaffSession } from '~/models/accounts/sessions.server'
import type { AddressRow } from '~/models/notices/audience.server'
import type { AddressRefusal } from '~/models/notices/find-address.server'
import { type AudienceChoices, type AudienceValues, audiences, teacherAudiences } from '~/models/notices/options'
import { findStudentRecord } from '~/models/students/queries.server'

/** What somebody may write to; a teacher to the own sections and their students. */
export async function audienceChoices(staff: StaffSession): Promise<AudienceChoices> {
  const own = await teacherSections(staff)
  const { classes, sections } = await classSectionChoices(staff.scope, own)
  return {
    audiences: own ? teacherAudiences : audiences,
    classes,
    sections: sections.map(({ publicId, className, name }) => ({ publicId, className, name })),
  }
}

/** A new form, for the whole school, or for the student whom its address names. @throws Response 404 */
export async function firstAudience(staff: StaffSession, request: Request): Promise<AudienceValues> {
  const values = {
    audience: staff.role === 'teacher' ? 'section' : 'school',
    class: '',
    section: '',
    enrollment_number: '',
  }
  const studentId = idOr404(new URL(request.url).searchParams, 'student')
  if (studentId === '') return values
  await requireOwnStudent(staff, studentId)
  const student = foundOr404(await findStudentRecord(staff.scope, studentId))
  return { ...values, audience: 'student', enrollment_number: student.enrollmentNumber }
}

export function audienceValues(address: AddressRow): AudienceValues {
  return {
    audience: address.audience,
    class: address.classPublicId ?? '',
    section: address.sectionPublicId ?? '',
    enrollment_number: address.enrollmentNumber ?? '',
  }
}

export const addressRefusals: Record<AddressRefusal, FieldErrors> = {
  'not-yours': { audience: ['Teachers can write only to their own sections and their students'] },
  'no-such-class': { class: ['Select a valid class'] },
  'no-such-section': { section: ['Select a valid section'] },
  'no-such-student': { enrollment_number: ['There is no student with this enrollment number'] },
}
