import { select } from '~/database/database.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { type Page, selectPage } from '~/models/shared/select-page.server'
import { closeExpiredAttempt } from './close-attempt.server'
import { quizzesAPage } from './options'

export interface OwnAttemptRow {
  publicId: string
  quizPublicId: string
  title: string
  startedAt: Date
  /** Null while it runs; so is the score. */
  submittedAt: Date | null
  score: number | null
  maxScore: number
  /** Short answers that wait for the teacher. */
  toMark: number
}

/** The student's attempts, the latest first; what has expired is closed before. */
export async function listOwnAttempts(scope: StudentScope, input: { page: number }): Promise<Page<OwnAttemptRow>> {
  const values = { schoolId: scope.schoolId, studentId: scope.studentId }
  const read = () =>
    selectPage<OwnAttemptRow & { isExpired?: 0 | 1 }>(
      {
        columns: `t.public_id AS publicId, q.public_id AS quizPublicId, q.title, t.started_at AS startedAt,
           t.submitted_at AS submittedAt, CAST(t.score AS DOUBLE) AS score, CAST(t.max_score AS DOUBLE) AS maxScore,
           t.to_mark AS toMark, t.submitted_at IS NULL AND t.deadline_at <= UTC_TIMESTAMP(3) AS isExpired`,
        from: `quiz_attempts t JOIN quizzes q ON q.id = t.quiz_id
           WHERE t.school_id = :schoolId AND t.student_id = :studentId`,
        order: ['t.started_at', 't.id'],
        values,
      },
      { descending: true, page: input.page, pageSize: quizzesAPage },
    )
  let list = await read()
  if (list.rows.some(({ isExpired }) => isExpired === 1)) {
    const expired = await select<{ id: number }>(
      `SELECT id FROM quiz_attempts WHERE school_id = :schoolId AND student_id = :studentId
         AND submitted_at IS NULL AND deadline_at <= UTC_TIMESTAMP(3)`,
      values,
    )
    for (const { id } of expired) await closeExpiredAttempt(scope, id)
    list = await read()
  }
  return { ...list, rows: list.rows.map(({ isExpired: _isExpired, ...row }) => row) }
}
