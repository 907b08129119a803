import { number, text, textOrNull } from '~/database/database.server'
import { matchStudents } from '~/models/people/students/match-students.server'

const studentName = "TRIM(CONCAT(st.first_name, ' ', st.last_name))"

export const matchApplicant = matchStudents('st')

/** Student of an application `a`, with the class of the current session: 'Class 6 – A', or null. */
export const applicant = {
  studentName: text(studentName),
  enrollmentNumber: text('st.enrollment_number'),
  classSection: textOrNull("CONCAT(c.name, IF(se.name IS NULL, '', CONCAT(' – ', se.name)))"),
}

export const applicantOfOne = { ...applicant, studentPublicId: text('st.public_id'), studentId: number('st.id') }

/** Joins required by `applicant`, starting from `a`. */
export const applicantJoins = `JOIN students st ON st.id = a.student_id
  LEFT JOIN academic_sessions y ON y.school_id = a.school_id AND y.is_current = 1
  LEFT JOIN enrollments e ON e.student_id = st.id AND e.academic_session_id = y.id
  LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections se ON se.id = e.section_id`
