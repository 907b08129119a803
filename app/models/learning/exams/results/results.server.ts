import { flag, number, selectRows, text } from '~/database/database.server'
import { listGradeBands } from '~/models/core/schools/settings.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { rollNumber } from '~/models/people/students/describe/student-columns.server'
import { markColumns } from '../marks/marks-grid.server'
import { papersOfExam } from '../papers.server'
import { ranksOf } from '../rules'
import { examSum, paperResult, rankingShare } from './result-rules'

const studentColumns = {
  enrollmentId: number('e.id'),
  studentId: number('s.id'),
  studentPublicId: text('s.public_id'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  enrollmentNumber: text('s.enrollment_number'),
  rollNumber,
  sectionId: number('t.id'),
  sectionPublicId: text('t.public_id'),
  sectionName: text('t.name'),
  studies: flag("e.status = 'studying' AND e.class_id = x.class_id"),
}

/**
 * Returns the whole result sheet of an exam, published or not: all current students of its class, and former ones with
 * marks. Ranks cover the whole section and class, even if a teacher sees only some sections or one is chosen. `ranked`
 * is the number of ranked students in the class. Uses four SQL statements for any size of class.
 */
export async function examResults(
  scope: SchoolScope,
  examId: number,
  input: { sectionPublicId?: string; ownSectionIds?: readonly number[] | null } = {},
) {
  const values = { schoolId: scope.schoolId, examId }
  const [papers, students, marks, bands] = await Promise.all([
    papersOfExam(scope, examId),
    selectRows(
      studentColumns,
      `FROM exams x JOIN enrollments e ON e.school_id = x.school_id AND e.academic_session_id = x.academic_session_id
         AND ((e.class_id = x.class_id AND e.status = 'studying')
           OR e.id IN (SELECT k.enrollment_id FROM exam_papers p JOIN exam_marks k ON k.paper_id = p.id WHERE p.exam_id = x.id))
       JOIN students s ON s.id = e.student_id JOIN sections t ON t.id = e.section_id
       WHERE x.school_id = :schoolId AND x.id = :examId
       ORDER BY t.name, t.id, e.roll_number IS NULL, e.roll_number, s.first_name, s.last_name, e.id`,
      values,
    ),
    selectRows(
      markColumns,
      `FROM exam_papers p JOIN exam_marks k ON k.school_id = p.school_id AND k.paper_id = p.id
       WHERE p.school_id = :schoolId AND p.exam_id = :examId`,
      values,
    ),
    listGradeBands(scope),
  ])
  const entered = new Map(marks.map((mark) => [`${mark.paperId}:${mark.enrollmentId}`, mark]))
  const summed = students.map((student) => {
    const results = papers.map(({ id, maxMarks, passMarks }) => {
      const mark = entered.get(`${id}:${student.enrollmentId}`)
      return paperResult({ presence: mark?.presence ?? null, marks: mark?.marks ?? null, maxMarks, passMarks })
    })
    return { ...student, papers: results, ...examSum(results, bands) }
  })
  const teacherSectionIds = input.ownSectionIds ?? null
  const ranked = summed.filter((row) => rankingShare(row) !== null).length
  const rows = withRanks(summed).filter(
    (row) =>
      (teacherSectionIds === null || teacherSectionIds.includes(row.sectionId)) &&
      (!input.sectionPublicId || row.sectionPublicId === input.sectionPublicId),
  )
  return { papers, rows, ranked }
}

function withRanks<Row extends Parameters<typeof rankingShare>[0] & { sectionId: number }>(rows: readonly Row[]) {
  const inClass = ranksOf(rows.map(rankingShare))
  const inSection = new Map<Row, number | null>()
  for (const sectionId of new Set(rows.map((row) => row.sectionId))) {
    const members = rows.filter((row) => row.sectionId === sectionId)
    const ranks = ranksOf(members.map(rankingShare))
    members.forEach((row, index) => {
      inSection.set(row, ranks[index] ?? null)
    })
  }
  // Equal marks share a rank (1, 2, 2, 4); null if `rankingShare` is null.
  return rows.map((row, index) => ({
    ...row,
    rankInSection: inSection.get(row) ?? null,
    rankInClass: inClass[index] ?? null,
  }))
}
