import { field } from '~/models/shared/fields'
import { count, edited, foreign, given, oneOf, orNull, table, thing } from '~/models/shared/table.server'
import { classForm, sectionForm, sessionForm, subjectForm, teacherForm } from './academic-fields'

/** At most one session of a school is current: a unique key holds it. */
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

/** `staffUserId` is the sign-in of a teacher, where there is one. */
export const Teacher = table('teachers', {
  ...thing,
  staffUserId: orNull(foreign),
  ...teacherForm.fields,
  status: given(oneOf(['active', 'inactive'])),
  ...edited,
})

/** That a student studies in a section in one session; its seat is counted in `section_seats`. Who left keeps row and roll number. */
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
