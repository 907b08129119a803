import { number, selectRows, text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { ExamRecord } from '../exam-queries.server'
import { ExamPaper } from '../tables.server'

const namesShown = 5

const isEntered = "(k.presence <> 'present' OR k.marks IS NOT NULL)"
const enteredOfPaper = `(SELECT COUNT(*) FROM exam_marks k WHERE k.school_id = p.school_id AND k.paper_id = p.id AND ${isEntered})`
const student = {
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  sectionPublicId: text('t.public_id'),
  sectionName: text('t.name'),
  /** Ids of the papers for which the student has an entry. */
  entered: textOrNull(`(SELECT GROUP_CONCAT(k.paper_id) FROM exam_papers p
    JOIN exam_marks k ON k.school_id = p.school_id AND k.paper_id = p.id
    WHERE p.school_id = e.school_id AND p.exam_id = :examId AND k.enrollment_id = e.id AND ${isEntered})`),
}

/**
 * Lists missing marks of an exam before publication, by paper and section: how many students have no entry, and the
 * names of the first few by roll number. Uses two SQL statements.
 */
export async function completeness(scope: SchoolScope, exam: ExamRecord) {
  const values = { schoolId: scope.schoolId, examId: exam.id, classId: exam.classId, sessionId: exam.sessionId }
  const papers = await selectRows(
    { ...columnsOf(ExamPaper, 'p', 'id', 'publicId'), subjectName: text('j.name'), entered: number(enteredOfPaper) },
    `FROM exam_papers p JOIN subjects j ON j.id = p.subject_id
     WHERE p.school_id = :schoolId AND p.exam_id = :examId ORDER BY p.held_on, p.start_time, j.name, p.id`,
    values,
  )
  const students = await selectRows(
    student,
    `FROM enrollments e JOIN students s ON s.id = e.student_id JOIN sections t ON t.id = e.section_id
     WHERE e.school_id = :schoolId AND e.academic_session_id = :sessionId AND e.class_id = :classId AND e.status = 'studying'
     ORDER BY t.name, t.id, e.roll_number IS NULL, e.roll_number, s.first_name, e.id`,
    values,
  )
  const studentRows = students.map((student) => ({
    ...student,
    entered: new Set((student.entered ?? '').split(',').map(Number)),
  }))
  const sections = [...new Map(studentRows.map((student) => [student.sectionPublicId, student.sectionName]))]
  const missing = papers.flatMap((paper) =>
    sections.flatMap(([sectionPublicId, sectionName]) => {
      const without = studentRows.filter((one) => one.sectionPublicId === sectionPublicId && !one.entered.has(paper.id))
      if (without.length === 0) return []
      const more = without.length > namesShown ? ` and ${without.length - namesShown} more` : ''
      const names =
        without
          .slice(0, namesShown)
          .map((one) => one.name)
          .join(', ') + more
      const { publicId: paperPublicId, subjectName } = paper
      return [{ paperPublicId, subjectName, sectionPublicId, sectionName, missing: without.length, names }]
    }),
  )
  return {
    papers: papers.length,
    students: students.length,
    entered: papers.reduce((sum, paper) => sum + paper.entered, 0),
    missing,
  }
}
