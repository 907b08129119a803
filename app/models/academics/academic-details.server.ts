import { select, selectOne } from '~/database/database.server'
import { pageCount } from '~/models/shared/paging'
import type { StudentScope } from '~/models/shared/scope.server'

/** Academic sessions on a page of Academic Details. */
const pageSize = 10

export interface AcademicRow {
  publicId: string
  className: string
  sectionName: string
  sessionName: string
  rollNumber: number | null
}

export interface AcademicDetails {
  student: {
    name: string
    enrollmentNumber: string
    email: string | null
    /** `YYYY-MM-DD`, of the first enrollment; null before it. */
    enrolledOn: string | null
  }
  rows: AcademicRow[]
  page: number
  pages: number
}

/** The signed-in student's summary and one row a session, newest first; a page past the end is the last one. */
export async function findAcademicDetails(scope: StudentScope, page: number): Promise<AcademicDetails> {
  const key = { schoolId: scope.schoolId, studentId: scope.studentId }
  const [found, asked] = await Promise.all([
    selectOne<AcademicDetails['student'] & { total: number }>(
      `SELECT CONCAT(s.first_name, ' ', s.last_name) AS name, s.enrollment_number AS enrollmentNumber, s.email,
         MIN(e.enrolled_on) AS enrolledOn, COUNT(e.id) AS total
       FROM students s LEFT JOIN enrollments e ON e.school_id = s.school_id AND e.student_id = s.id
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

function readPage(key: { schoolId: number; studentId: number }, page: number): Promise<AcademicRow[]> {
  return select<AcademicRow>(
    `SELECT e.public_id AS publicId, c.name AS className, t.name AS sectionName, a.name AS sessionName,
       e.roll_number AS rollNumber
     FROM enrollments e
     JOIN academic_sessions a ON a.id = e.academic_session_id
     JOIN classes c ON c.id = e.class_id
     JOIN sections t ON t.id = e.section_id
     WHERE e.school_id = :schoolId AND e.student_id = :studentId
     ORDER BY a.starts_on DESC, a.id DESC LIMIT ${pageSize} OFFSET :offset`,
    { ...key, offset: (page - 1) * pageSize },
  )
}
