import { field } from '~/kit/forms/fields'
import { column, editColumns, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { classForm, sectionForm, sessionForm, subjectForm, teacherForm } from './academic-fields'

/** Academic session (school year); a unique key allows at most one current session per school. */
export const AcademicSession = table('academic_sessions', { ...thingColumns, ...sessionForm.fields, ...editColumns })

export const SchoolClass = table('classes', { ...thingColumns, ...classForm.fields, ...editColumns })

export const Section = table('sections', {
  ...thingColumns,
  classId: column.foreign,
  ...sectionForm.fields,
  classTeacherId: orNull(column.foreign),
  ...editColumns,
})

export const Subject = table('subjects', { ...thingColumns, ...subjectForm.fields, ...editColumns })

// `oneName` has no column: a teacher with one name has an empty last name.
const { oneName: _, ...teacherFields } = teacherForm.fields

/** `staffUserId` is the teacher's sign-in, if any. */
export const Teacher = table('teachers', {
  ...thingColumns,
  staffUserId: orNull(column.foreign),
  ...teacherFields,
  status: withDefault(column.oneOf(['active', 'inactive'])),
  ...editColumns,
})

/**
 * Enrollment of a student in a section for one session; its seat is counted in `section_seats`. A student who left
 * keeps row and roll number.
 */
export const Enrollment = table('enrollments', {
  ...thingColumns,
  studentId: column.foreign,
  academicSessionId: column.foreign,
  classId: column.foreign,
  sectionId: column.foreign,
  rollNumber: kept('register', orNull(column.count)),
  enrolledOn: kept('register', field.day('Date of enrollment', { required: true })),
  status: withDefault(column.oneOf(['studying', 'left'])),
  leftOn: kept('register', field.day('Left on')),
  version: editColumns.version,
  createdAt: editColumns.createdAt,
  updatedAt: editColumns.updatedAt,
})
