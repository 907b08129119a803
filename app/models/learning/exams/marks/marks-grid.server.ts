import { number, numberOrNull, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { Section } from '~/models/people/academics/tables.server'
import { rollNumber } from '~/models/people/students/describe/student-columns.server'
import type { Presence } from '../options'

const gridColumns = {
  enrollmentId: number('e.id'),
  /** Public id of the enrollment. */
  publicId: text('e.public_id'),
  studentId: number('s.id'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  enrollmentNumber: text('s.enrollment_number'),
  admissionNumber: textOrNull('i.admission_number'),
  srNumber: textOrNull('s.sr_no'),
  rollNumber,
  status: wordOf<'studying' | 'left'>('e.status'),
  /** Null: nothing is entered. */
  presence: wordOf<Presence | null>('k.presence'),
  marks: numberOrNull('CAST(k.marks AS DOUBLE)'),
}

/**
 * Lists the students of a section with their marks in a paper, by roll number: current students, and former ones with
 * marks.
 */
export function gridRows(scope: SchoolScope, ids: { sessionId: number; sectionId: number; paperId: number }) {
  return selectRows(
    gridColumns,
    `FROM enrollments e JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
     LEFT JOIN academic_infos i ON i.student_id = s.id
     LEFT JOIN exam_marks k ON k.school_id = e.school_id AND k.paper_id = :paperId AND k.enrollment_id = e.id
     WHERE e.school_id = :schoolId AND e.academic_session_id = :sessionId AND e.section_id = :sectionId
       AND (e.status = 'studying' OR k.id IS NOT NULL)
     ORDER BY e.roll_number IS NULL, e.roll_number, s.first_name, s.last_name, e.id`,
    { schoolId: scope.schoolId, ...ids },
  )
}
export type GridRow = Awaited<ReturnType<typeof gridRows>>[number]

const sectionColumns = {
  ...columnsOf(Section, 't', 'id', 'publicId', 'name'),
  /** Students of the section in the exam's session. */
  students: number(`(SELECT COUNT(*) FROM enrollments e WHERE e.school_id = t.school_id
    AND e.academic_session_id = :sessionId AND e.section_id = t.id AND e.status = 'studying')`),
}

export function sectionsOfExam(
  { schoolId }: SchoolScope,
  { classId, sessionId }: Record<'classId' | 'sessionId', number>,
) {
  const rest = 'FROM sections t WHERE t.school_id = :schoolId AND t.class_id = :classId ORDER BY t.name, t.id'
  return selectRows(sectionColumns, rest, { schoolId, classId, sessionId })
}
export type ExamSection = Awaited<ReturnType<typeof sectionsOfExam>>[number]

/** Mark `k` of a student in a paper. */
export const markColumns = {
  paperId: number('k.paper_id'),
  enrollmentId: number('k.enrollment_id'),
  presence: wordOf<Presence>('k.presence'),
  marks: numberOrNull('k.marks'),
}

/**
 * Counts, by paper and section, the current students who have marks or are absent or exempt; omits zero counts.
 */
export function enteredCounts(scope: SchoolScope, examId: number) {
  return selectRows(
    { paperId: number('k.paper_id'), sectionId: number('e.section_id'), entered: number('COUNT(*)') },
    `FROM exam_papers p JOIN exam_marks k ON k.school_id = p.school_id AND k.paper_id = p.id
     JOIN enrollments e ON e.school_id = k.school_id AND e.id = k.enrollment_id AND e.status = 'studying'
     WHERE p.school_id = :schoolId AND p.exam_id = :examId AND (k.presence <> 'present' OR k.marks IS NOT NULL)
     GROUP BY k.paper_id, e.section_id`,
    { schoolId: scope.schoolId, examId },
  )
}
