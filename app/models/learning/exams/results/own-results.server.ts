import { flag, number, numberOrNull, selectRow, selectRows, text, wordOf } from '~/database/database.server'
import { selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import { listGradeBands } from '~/models/core/schools/settings.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { AcademicSession } from '~/models/people/academics/tables.server'
import type { Presence } from '../options'
import { isOwnSql, ownExamColumns, ownExamsSql } from './own-exams.server'
import { rankedSumsSql } from './ranked-sums'
import { examSum, type PaperResult, paperResult } from './result-rules'

interface Ids {
  examId: number
  enrollmentId: number
}

const isPublished = `${isOwnSql} AND x.published_at IS NOT NULL`
const columns = { examId: number('x.id'), enrollmentId: number('e.id'), ...ownExamColumns }

/** Exams per page; few, because papers and marks of each are read. */
const resultsOfAPage = 10

/**
 * Lists the student's published exams with totals, latest first; `session` is a public id, '' for all. Four statements.
 */
export async function listOwnResults(scope: StudentScope, input: { session: string; page: number }) {
  const values = { schoolId: scope.schoolId, studentId: scope.studentId, session: input.session }
  const [found, bands] = await Promise.all([
    selectPage(
      {
        columns,
        from: `${ownExamsSql} WHERE ${isPublished}${input.session === '' ? '' : ' AND a.public_id = :session'}`,
        order: ['-TO_DAYS(x.starts_on)', 'x.name', 'x.id'],
        values,
      },
      { descending: false, page: input.page, pageSize: resultsOfAPage },
    ),
    listGradeBands(scope),
  ])
  const papers = await papersOf(scope, found.rows)
  const rows = found.rows.map(({ examId, enrollmentId: _enrollment, ...head }) => ({
    ...head,
    ...examSum(
      papers.flatMap((paper) => (paper.examId === examId ? paper : [])),
      bands,
    ),
  }))
  return { ...found, rows }
}

export interface NamedPaper extends PaperResult {
  subjectName: string
}

async function papersOf(scope: StudentScope, exams: readonly Ids[]): Promise<Array<NamedPaper & { examId: number }>> {
  if (exams.length === 0) return []
  const rows = await selectRows(
    {
      examId: number('p.exam_id'),
      subjectName: text('j.name'),
      maxMarks: number('p.max_marks'),
      passMarks: numberOrNull('p.pass_marks'),
      presence: wordOf<Presence | null>('k.presence'),
      marks: numberOrNull('k.marks'),
    },
    `FROM exam_papers p JOIN subjects j ON j.id = p.subject_id
     LEFT JOIN exam_marks k ON k.paper_id = p.id AND k.student_id = :studentId AND k.enrollment_id IN (:enrollments)
     WHERE p.school_id = :schoolId AND p.exam_id IN (:exams)
     ORDER BY p.exam_id, p.held_on, p.start_time, j.name, p.id`,
    {
      schoolId: scope.schoolId,
      studentId: scope.studentId,
      exams: exams.map((exam) => exam.examId),
      enrollments: exams.map((exam) => exam.enrollmentId),
    },
  )
  return rows.map(({ examId, subjectName, ...paper }) => ({ examId, subjectName, ...paperResult(paper) }))
}

/** Lists the sessions with a published exam of the student, latest first. */
export function ownResultSessions(scope: StudentScope) {
  return selectRows(
    columnsOf(AcademicSession, 'a', 'publicId', 'name'),
    `FROM ${ownExamsSql} WHERE ${isPublished} GROUP BY a.id ORDER BY a.starts_on DESC`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
}

/**
 * Finds one published exam of the student with its papers, or null. `rank` is null if the school does not show ranks,
 * or if `classRank` returns none.
 */
export async function findOwnResult(scope: StudentScope, publicId: string) {
  const exam = await selectRow(
    { ...columns, rankShown: flag('COALESCE(w.rank_shown, 1)') },
    `FROM ${ownExamsSql} LEFT JOIN school_settings w ON w.school_id = x.school_id
     WHERE ${isPublished} AND x.public_id = :publicId`,
    { schoolId: scope.schoolId, studentId: scope.studentId, publicId },
  )
  if (!exam) return null
  const [papers, bands, rank] = await Promise.all([
    papersOf(scope, [exam]),
    listGradeBands(scope),
    exam.rankShown ? classRank(scope, exam) : null,
  ])
  const { examId: _exam, rankShown: _shown, ...head } = exam
  return { ...head, ...examSum(papers, bands), papers: papers.map(({ examId: _id, ...paper }) => paper), rank, bands }
}

/**
 * Returns the rank of one enrollment among all ranked ones; null without a rank. The database counts, so that it does
 * not return other students' marks. Equals `ranksOf` over all `rankingShare` values (checked by a property test).
 */
export function classRank(scope: StudentScope, ids: Ids) {
  return selectRow(
    { rank: number('r.higher + 1'), of: number('r.ranked') },
    `FROM (WITH sums AS (${rankedSumsSql('(SELECT id, class_id FROM exams WHERE school_id = :schoolId AND id = :examId) x')})
     SELECT SUM(o.marks * me.maxMarks > me.marks * o.maxMarks) AS higher, COUNT(*) AS ranked
     FROM sums me JOIN sums o ON o.maxMarks > 0
     WHERE me.enrollmentId = :enrollmentId AND me.maxMarks > 0 GROUP BY me.enrollmentId) r`,
    { schoolId: scope.schoolId, examId: ids.examId, enrollmentId: ids.enrollmentId },
  )
}
