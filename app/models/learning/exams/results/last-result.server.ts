import { number, orNone, selectRows, text, wordOf } from '~/database/database.server'
import { groupBy } from '~/models/core/shared/group-by'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { Presence } from '../options'
import { type ExamSum, examSum, paperResult } from './result-rules'

export interface LastResult extends Pick<ExamSum, 'percent' | 'outcome'> {
  exam: string
  name: string
}

/**
 * SQL: papers `p` and marks `k` of the latest published exam `x` in which enrollment `e` has marks; a single row of
 * nulls if there is none, or if the condition `when` is false.
 */
export const joinLastResult = (when = 'TRUE') => `
  LEFT JOIN exams x ON ${when} AND x.school_id = e.school_id AND x.id = (
    SELECT y.id FROM exam_marks z JOIN exam_papers q ON q.id = z.paper_id JOIN exams y ON y.id = q.exam_id
    WHERE z.school_id = e.school_id AND z.student_id = e.student_id AND z.enrollment_id = e.id
      AND (z.presence <> 'present' OR z.marks IS NOT NULL) AND y.published_at IS NOT NULL
    ORDER BY y.starts_on DESC, y.name, y.id LIMIT 1)
  LEFT JOIN exam_papers p ON p.exam_id = x.id
  LEFT JOIN exam_marks k ON k.paper_id = p.id AND k.enrollment_id = e.id`

export const lastResultColumns = {
  enrollmentId: number('e.id'),
  ...orNone({
    exam: text('x.public_id'),
    examName: text('x.name'),
    maxMarks: number('p.max_marks'),
    passMarks: number('p.pass_marks'),
    presence: wordOf<Presence>('k.presence'),
    marks: number('k.marks'),
  }),
}

type Row = Awaited<ReturnType<typeof readLastResults>>[number]

/** Sums the rows of `joinLastResult` for one enrollment, like the result sheet; null if nothing is published. */
export function lastResultOf(rows: readonly Row[]): LastResult | null {
  const [first] = rows
  if (!first || first.exam === null || first.examName === null) return null
  const papers = rows.flatMap(({ maxMarks, ...paper }) =>
    maxMarks === null ? [] : paperResult({ maxMarks, ...paper }),
  )
  const { percent, outcome } = examSum(papers, [])
  return { exam: first.exam, name: first.examName, percent, outcome }
}

/** Returns the last published result of each of the school's enrollments, by enrollment id; one statement. */
export async function lastResults(scope: SchoolScope, enrollmentIds: readonly number[]) {
  const rows = enrollmentIds.length === 0 ? [] : await readLastResults(scope, enrollmentIds)
  return new Map([...groupBy(rows, (row) => row.enrollmentId)].map(([id, own]) => [id, lastResultOf(own)]))
}

function readLastResults({ schoolId }: SchoolScope, enrollmentIds: readonly number[]) {
  return selectRows(
    lastResultColumns,
    `FROM enrollments e ${joinLastResult()} WHERE e.school_id = :schoolId AND e.id IN (:enrollmentIds)`,
    { schoolId, enrollmentIds },
  )
}
