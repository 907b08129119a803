import { field } from '~/kit/forms/fields'
import { count, edited, foreign, given, oneOf, orNull, table, thing } from '~/kit/tables/table.server'
import { classForm, sectionForm, sessionForm, subjectForm, teacherForm } from './academic-fields'

/** A unique key allows at most one current session per school. */
export const AcademicSession = table('academic_sessions', { ...thing, ...sessionForm.fields, ...edited })

export const SchoolClass = table('classes', { ...thing, ...classForm.fields, ...edited })

export const Section = table('sections', {
  ...thing,
  classId: foreign,
  ...sectionForm.fields,
  classTeacherId: orNull(foreign),
  ...edited,
})

export const Subject = table('subjects', { ...thing, ...subjectForm.fields, ...edited })

/** `staffUserId` is the teacher's sign-in, if any. */
export const Teacher = table('teachers', {
  ...thing,
  staffUserId: orNull(foreign),
  ...teacherForm.fields,
  status: given(oneOf(['active', 'inactive'])),
  ...edited,
})

/**
 * Enrollment of a student in a section for one session; its seat is counted in `section_seats`. A student who left
 * keeps row and roll number.
 */
export const Enrollment = table('enrollments', {
  ...thing,
  studentId: foreign,
  academicSessionId: foreign,
  classId: foreign,
  sectionId: foreign,
  rollNumber: orNull(count),
  enrolledOn: field.day('Date of enrollment', { required: true }),
  status: given(oneOf(['studying', 'left'])),
  leftOn: field.day('Left on'),
  version: edited.version,
  createdAt: edited.createdAt,
  updatedAt: edited.updatedAt,
})
