import { number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { pageCount } from '~/models/core/shared/paging'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { classSectionColumns } from '~/models/people/students/describe/student-columns.server'
import { Enrollment } from './tables.server'

/** Rows per page of Academic Details. */
const pageSize = 10

/**
 * Finds the student's summary and one page of sessions, newest first. A page number past the end returns the last page.
 */
export async function findAcademicDetails(scope: StudentScope, page: number) {
  const key = { schoolId: scope.schoolId, studentId: scope.studentId }
  const [found, asked] = await Promise.all([
    selectRow(
      summary,
      `FROM students s LEFT JOIN enrollments e ON e.school_id = s.school_id AND e.student_id = s.id
       WHERE s.school_id = :schoolId AND s.id = :studentId GROUP BY s.id`,
      key,
    ),
    readPage(key, page),
  ])
  if (!found) throw new Error('The signed-in student is gone')
  const { total, ...student } = found
  const pages = pageCount(total, pageSize)
  if (page <= pages) return { student, rows: asked, page, pages }
  return { student, rows: await readPage(key, pages), page: pages, pages }
}

const summary = {
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  enrollmentNumber: text('s.enrollment_number'),
  email: textOrNull('s.email'),
  /** Date of the first enrollment; null if there is none. */
  enrolledOn: textOrNull('MIN(e.enrolled_on)'),
  total: number('COUNT(e.id)'),
}

const ofSession = {
  ...columnsOf(Enrollment, 'e', 'publicId', 'rollNumber'),
  ...classSectionColumns,
  sessionName: text('a.name'),
}

function readPage(key: { schoolId: number; studentId: number }, page: number) {
  return selectRows(
    ofSession,
    `FROM enrollments e
     JOIN academic_sessions a ON a.id = e.academic_session_id
     JOIN classes c ON c.id = e.class_id
     JOIN sections t ON t.id = e.section_id
     WHERE e.school_id = :schoolId AND e.student_id = :studentId
     ORDER BY a.starts_on DESC, a.id DESC LIMIT ${pageSize} OFFSET :offset`,
    { ...key, offset: (page - 1) * pageSize },
  )
}
