import { select } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { Presence } from './options'

export interface GridRow {
  enrollmentId: number
  /** Of the enrollment. */
  publicId: string
  studentId: number
  name: string
  enrollmentNumber: string
  rollNumber: number | null
  status: 'studying' | 'left'
  /** Null: nothing is entered. */
  presence: Presence | null
  marks: number | null
}

/** The students of a section with their marks in a paper, by roll number: who studies there, and who left with marks in it. */
export function gridRows(scope: SchoolScope, of: { sessionId: number; sectionId: number; paperId: number }) {
  return select<GridRow>(
    `SELECT e.id AS enrollmentId, e.public_id AS publicId, s.id AS studentId,
       CONCAT(s.first_name, ' ', s.last_name) AS name, s.enrollment_number AS enrollmentNumber,
       e.roll_number AS rollNumber, e.status, k.presence, CAST(k.marks AS DOUBLE) AS marks
     FROM enrollments e JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
     LEFT JOIN exam_marks k ON k.school_id = e.school_id AND k.paper_id = :paperId AND k.enrollment_id = e.id
     WHERE e.school_id = :schoolId AND e.academic_session_id = :sessionId AND e.section_id = :sectionId
       AND (e.status = 'studying' OR k.id IS NOT NULL)
     ORDER BY e.roll_number IS NULL, e.roll_number, s.first_name, s.last_name, e.id`,
    { schoolId: scope.schoolId, ...of },
  )
}

export interface ExamSection {
  id: number
  publicId: string
  name: string
  /** Who study there in the exam's session. */
  students: number
}

/** The sections of the exam's class, with how many study in each. */
export function sectionsOfExam(scope: SchoolScope, exam: { classId: number; sessionId: number }) {
  return select<ExamSection>(
    `SELECT t.id, t.public_id AS publicId, t.name,
       (SELECT COUNT(*) FROM enrollments e WHERE e.school_id = t.school_id AND e.academic_session_id = :sessionId
          AND e.section_id = t.id AND e.status = 'studying') AS students
     FROM sections t WHERE t.school_id = :schoolId AND t.class_id = :classId ORDER BY t.name, t.id`,
    { schoolId: scope.schoolId, classId: exam.classId, sessionId: exam.sessionId },
  )
}

export interface EnteredCount {
  paperId: number
  sectionId: number
  entered: number
}

/** How many of those who study in each section have marks, or are absent or exempt, by paper; what is missing is not listed. */
export function enteredCounts(scope: SchoolScope, examId: number): Promise<EnteredCount[]> {
  return select<EnteredCount>(
    `SELECT k.paper_id AS paperId, e.section_id AS sectionId, COUNT(*) AS entered
     FROM exam_papers p JOIN exam_marks k ON k.school_id = p.school_id AND k.paper_id = p.id
     JOIN enrollments e ON e.school_id = k.school_id AND e.id = k.enrollment_id AND e.status = 'studying'
     WHERE p.school_id = :schoolId AND p.exam_id = :examId AND (k.presence <> 'present' OR k.marks IS NOT NULL)
     GROUP BY k.paper_id, e.section_id`,
    { schoolId: scope.schoolId, examId },
  )
}
