import { text, textOrNull } from '~/database/database.server'

/** The student `s` in a list of the office. */
export const studentColumns = {
  firstName: text('s.first_name'),
  lastName: text('s.last_name'),
  enrollmentNumber: text('s.enrollment_number'),
}

/** The class `c` and section `t` that something belongs to. */
export const classSectionColumns = { className: text('c.name'), sectionName: text('t.name') }

/** The teacher `h` of a LEFT JOIN. */
export const teacherName = textOrNull("CONCAT(h.first_name, ' ', h.last_name)")

/** The roll number of the enrollment `e`. */
export const rollNumber = {
  sql: 'e.roll_number',
  read: (stored: unknown) => (stored === null ? null : Number(stored)),
}
