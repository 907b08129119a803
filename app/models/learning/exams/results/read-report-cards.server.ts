import { number, selectRows, text, wordOf } from '~/database/database.server'
import type { Language } from '~/language/language'
import { findSettings, listGradeBands } from '~/models/core/schools/settings.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { rollNumber, teacherName } from '~/models/people/students/describe/student-columns.server'
import { gradeOf } from '../rules'
import { findOwnResult } from './own-results.server'
import type { ExamOnCard, ReportCard, ReportCardPaper, ReportCardsView } from './report-card-view'
import type { ExamSum, PaperResult } from './result-rules'
import { examResults } from './results.server'

/** Maximum cards per file, the size of a section: the user waits for the file, and its layout blocks other requests. */
export const maxReportCards = 60

/**
 * Reads the report cards of an exam's class, one section or one student, published or not. Students without marks get
 * no card; `asked` is the number of requested students, with or without marks.
 */
export async function readReportCards(
  scope: SchoolScope,
  exam: ExamOnCard & { id: number },
  input: { section: string; student: string; ownSectionIds: readonly number[] | null },
) {
  const [results, bands, { rankShown }] = await Promise.all([
    examResults(scope, exam.id, { sectionPublicId: input.section, ownSectionIds: input.ownSectionIds }),
    listGradeBands(scope),
    findSettings(scope),
  ])
  const { papers, ranked } = results
  const requestedCount = results.rows.filter((row) => input.student === '' || row.studentPublicId === input.student)
  const rows = requestedCount.filter((row) => row.papers.some((paper) => paper.outcome !== 'waiting'))
  const people = await peopleOf(
    scope,
    rows.map((row) => row.enrollmentId),
  )
  return {
    exam,
    bands,
    asked: requestedCount.length,
    cards: rows.flatMap((row) => {
      const person = people.get(row.enrollmentId)
      if (!person) return []
      const namedPapers = row.papers.map((paper, index) => ({
        ...paper,
        subjectName: papers[index]?.subjectName ?? '',
      }))
      const rank = rankShown && row.rankInClass !== null ? { rank: row.rankInClass, of: ranked } : null
      return cardOf(person, namedPapers, row, rank, bands)
    }),
  }
}

export async function readOwnReportCard(scope: StudentScope, examPublicId: string) {
  const result = await findOwnResult(scope, examPublicId)
  if (!result) return null
  const person = (await peopleOf(scope, [result.enrollmentId])).get(result.enrollmentId)
  if (!person) return null
  const { name, className, sessionName, bands } = result
  return {
    exam: { name, className, sessionName, published: true },
    bands,
    asked: 1,
    cards: [cardOf(person, result.papers, result, result.rank, bands)],
  }
}

export type ReportCards = Pick<ReportCardsView, 'exam' | 'bands'> & { cards: ReportCard[]; asked: number }

const personColumns = {
  enrollmentId: number('e.id'),
  language: wordOf<Language>('s.language'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  fatherName: text("COALESCE(g.father_name, '')"),
  motherName: text("COALESCE(g.mother_name, '')"),
  enrollmentNumber: text('s.enrollment_number'),
  rollNumber,
  sectionName: text('t.name'),
  classTeacher: teacherName,
}

async function peopleOf(scope: SchoolScope | StudentScope, enrollmentIds: readonly number[]) {
  if (enrollmentIds.length === 0) return new Map<number, Person>()
  const rows = await selectRows(
    personColumns,
    `FROM enrollments e JOIN students s ON s.id = e.student_id JOIN sections t ON t.id = e.section_id
     JOIN academic_sessions a ON a.id = e.academic_session_id LEFT JOIN guardians g ON g.student_id = s.id
     LEFT JOIN teachers h ON h.id = t.class_teacher_id AND a.is_current = 1
     WHERE e.school_id = :schoolId AND e.id IN (:enrollmentIds) AND (:studentId = 0 OR e.student_id = :studentId)`,
    { schoolId: scope.schoolId, enrollmentIds, studentId: 'studentId' in scope ? scope.studentId : 0 },
  )
  return new Map(rows.map((row) => [row.enrollmentId, row]))
}
type Person = Omit<ReportCard, 'papers' | 'rank' | keyof ExamSum>

function cardOf(
  person: Person,
  papers: ReadonlyArray<PaperResult & { subjectName: string }>,
  sum: ExamSum,
  rank: ReportCard['rank'],
  bands: ReportCardsView['bands'],
): ReportCard {
  const { marks, maxMarks, percent, grade, outcome } = sum
  const reckoned = { marks, maxMarks, percent, grade, outcome, rank }
  return { ...person, ...reckoned, papers: papers.map((paper) => paperOf(paper, bands)) }
}

function paperOf(paper: PaperResult & { subjectName: string }, bands: ReportCardsView['bands']): ReportCardPaper {
  const { subjectName, marks, maxMarks, passMarks, outcome } = paper
  const grade = marks === null ? null : gradeOf(marks, maxMarks, bands)
  return { subjectName, marks, maxMarks, passMarks, outcome, grade }
}
