import { select } from '~/database/database.server'
import { listGradeBands } from '~/models/schools/settings.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { Presence } from './options'
import { type ExamSum, examSum, type PaperResult, paperResult, rankingShare } from './result-rules'
import { ranksOf } from './rules'

export interface ResultPaper {
  id: number
  publicId: string
  subjectName: string
  /** YYYY-MM-DD */
  heldOn: string
  maxMarks: number
  passMarks: number | null
}

export interface ResultStudent {
  enrollmentId: number
  studentId: number
  studentPublicId: string
  name: string
  enrollmentNumber: string
  rollNumber: number | null
  sectionId: number
  sectionPublicId: string
  sectionName: string
  /** In the class of the exam now. */
  studies: boolean
}

export interface ResultRow extends ResultStudent, ExamSum {
  /** One for each paper of the exam, in the order of the papers. */
  papers: PaperResult[]
  /** Shared on equal marks (1, 2, 2, 4); null for whom `rankingShare` has none. */
  rankInSection: number | null
  rankInClass: number | null
}

export interface ExamResults {
  papers: ResultPaper[]
  /** By section, roll number and name. */
  rows: ResultRow[]
  /** How many of the whole class have a rank: what a rank is out of. */
  ranked: number
}

/**
 * The whole result sheet of an exam, published or not: everybody who studies in its class, and who left or moved on with marks in
 * it. Ranks are those of the whole section and class, also where a teacher sees only the own sections or one is chosen.
 * Four statements, whatever the size.
 */
export async function examResults(
  scope: SchoolScope,
  examId: number,
  input: { sectionPublicId?: string; ownSectionIds?: readonly number[] | null } = {},
): Promise<ExamResults> {
  const values = { schoolId: scope.schoolId, examId }
  const [papers, students, marks, bands] = await Promise.all([
    select<ResultPaper>(
      `SELECT p.id, p.public_id AS publicId, j.name AS subjectName, p.held_on AS heldOn,
         CAST(p.max_marks AS DOUBLE) AS maxMarks, CAST(p.pass_marks AS DOUBLE) AS passMarks
       FROM exam_papers p JOIN subjects j ON j.id = p.subject_id
       WHERE p.school_id = :schoolId AND p.exam_id = :examId ORDER BY p.held_on, p.start_time, j.name, p.id`,
      values,
    ),
    select<Omit<ResultStudent, 'studies'> & { studies: 0 | 1 }>(
      `SELECT e.id AS enrollmentId, s.id AS studentId, s.public_id AS studentPublicId,
         CONCAT(s.first_name, ' ', s.last_name) AS name, s.enrollment_number AS enrollmentNumber, e.roll_number AS rollNumber,
         t.id AS sectionId, t.public_id AS sectionPublicId, t.name AS sectionName,
         CAST(e.status = 'studying' AND e.class_id = x.class_id AS SIGNED) AS studies
       FROM exams x JOIN enrollments e ON e.school_id = x.school_id AND e.academic_session_id = x.academic_session_id
         AND ((e.class_id = x.class_id AND e.status = 'studying')
           OR e.id IN (SELECT k.enrollment_id FROM exam_papers p JOIN exam_marks k ON k.paper_id = p.id WHERE p.exam_id = x.id))
       JOIN students s ON s.id = e.student_id JOIN sections t ON t.id = e.section_id
       WHERE x.school_id = :schoolId AND x.id = :examId
       ORDER BY t.name, t.id, e.roll_number IS NULL, e.roll_number, s.first_name, s.last_name, e.id`,
      values,
    ),
    select<{ paperId: number; enrollmentId: number; presence: Presence; marks: number | null }>(
      `SELECT k.paper_id AS paperId, k.enrollment_id AS enrollmentId, k.presence, CAST(k.marks AS DOUBLE) AS marks
       FROM exam_papers p JOIN exam_marks k ON k.school_id = p.school_id AND k.paper_id = p.id
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
    return { ...student, studies: student.studies === 1, papers: results, ...examSum(results, bands) }
  })
  const own = input.ownSectionIds ?? null
  const ranked = summed.filter((row) => rankingShare(row) !== null).length
  const rows = withRanks(summed).filter(
    (row) =>
      (own === null || own.includes(row.sectionId)) &&
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
    members.forEach((row, place) => {
      inSection.set(row, ranks[place] ?? null)
    })
  }
  return rows.map((row, index) => ({
    ...row,
    rankInSection: inSection.get(row) ?? null,
    rankInClass: inClass[index] ?? null,
  }))
}
