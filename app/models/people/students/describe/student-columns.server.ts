import { text, textOrNull } from '~/database/database.server'

export const describedStudentColumns = {
  firstName: text('s.first_name'),
  lastName: text('s.last_name'),
  enrollmentNumber: text('s.enrollment_number'),
}

export const classSectionColumns = { className: text('c.name'), sectionName: text('t.name') }

/** Name of the teacher `h` from a LEFT JOIN. */
export const teacherName = textOrNull("TRIM(CONCAT(h.first_name, ' ', h.last_name))")

export const rollNumber = { sql: 'e.roll_number', read: (stored: unknown) => (stored === null ? null : Number(stored)) }
