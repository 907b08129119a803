import { flag, instant, instantOrNull, number, numberOrNull, selectRows, text } from '~/database/database.server'
import { selectPage } from '~/kit/tables/select-page.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { quizzesAPage } from '../options'
import { closeExpiredAttempt } from './close-attempt.server'

const columns = {
  publicId: text('t.public_id'),
  quizPublicId: text('q.public_id'),
  title: text('q.title'),
  startedAt: instant('t.started_at'),
  /** Null while the attempt is running, like the score. */
  submittedAt: instantOrNull('t.submitted_at'),
  score: numberOrNull('CAST(t.score AS DOUBLE)'),
  maxScore: number('t.max_score'),
  /** Unmarked short answers. */
  toMark: number('t.to_mark'),
  isExpired: flag('t.submitted_at IS NULL AND t.deadline_at <= UTC_TIMESTAMP(3)'),
}

/** Lists the student's attempts, latest first; closes expired ones beforehand. */
export async function listOwnAttempts(scope: StudentScope, input: { page: number }) {
  const values = { schoolId: scope.schoolId, studentId: scope.studentId }
  const read = () =>
    selectPage(
      {
        columns,
        from: `quiz_attempts t JOIN quizzes q ON q.id = t.quiz_id
           WHERE t.school_id = :schoolId AND t.student_id = :studentId`,
        order: ['t.started_at', 't.id'],
        values,
      },
      { descending: true, page: input.page, pageSize: quizzesAPage },
    )
  let list = await read()
  if (list.rows.some(({ isExpired }) => isExpired)) {
    const expired = await selectRows(
      { id: number('id') },
      `FROM quiz_attempts WHERE school_id = :schoolId AND student_id = :studentId
         AND submitted_at IS NULL AND deadline_at <= UTC_TIMESTAMP(3)`,
      values,
    )
    for (const { id } of expired) await closeExpiredAttempt(scope, id)
    list = await read()
  }
  return list
}
export type OwnAttemptRow = Awaited<ReturnType<typeof listOwnAttempts>>['rows'][number]
