import { execute, flag, inTransaction, number, selectRow } from '~/database/database.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { StudentScope } from '~/models/core/shared/scope.server'

const openQuiz = {
  id: number('q.id'),
  enrollmentId: number('e.id'),
  durationMinutes: number('q.duration_minutes'),
  isEarly: flag('q.available_from > UTC_TIMESTAMP(3)'),
  isOver: flag('q.available_until <= UTC_TIMESTAMP(3)'),
}

/**
 * Starts the student's only attempt at a quiz, or continues an open one, also on another device. Sets the deadline
 * once, by the database's clock (decision 15), and enqueues a job that closes the attempt then. Refuses
 * `already-submitted` (by the student or by the deadline), `not-found`, `too-early` and `too-late`.
 */
export async function startQuiz(scope: StudentScope, publicId: string) {
  try {
    return await inTransaction(() => start(scope, publicId))
  } catch (error) {
    if (violatedUniqueKey(error) !== 'quiz_attempts_once') throw error
    // A concurrent request of the same student has created the attempt: this call now finds it.
    return inTransaction(() => start(scope, publicId))
  }
}

async function start(scope: StudentScope, publicId: string) {
  const { schoolId, studentId } = scope
  const existingAttempt = await selectRow(
    { isOpen: flag('t.submitted_at IS NULL AND t.deadline_at > UTC_TIMESTAMP(3)') },
    `FROM quizzes q JOIN quiz_attempts t ON t.quiz_id = q.id AND t.student_id = :studentId
     WHERE q.school_id = :schoolId AND q.public_id = :publicId`,
    { schoolId, studentId, publicId },
  )
  if (existingAttempt) return existingAttempt.isOpen ? done({ isNew: false }) : refused('already-submitted')

  // A shared lock lets a whole class start at once, but keeps staff from withdrawing the quiz or changing its questions
  // before the attempt is stored.
  const quiz = await selectRow(
    openQuiz,
    `FROM quizzes q JOIN enrollments e ON e.school_id = q.school_id AND e.academic_session_id = q.academic_session_id
       AND e.class_id = q.class_id AND e.student_id = :studentId AND e.status = 'studying'
     WHERE q.school_id = :schoolId AND q.public_id = :publicId AND q.published_at IS NOT NULL
       AND (NOT EXISTS (SELECT 1 FROM quiz_sections w WHERE w.quiz_id = q.id)
         OR EXISTS (SELECT 1 FROM quiz_sections w WHERE w.quiz_id = q.id AND w.section_id = e.section_id))
     LOCK IN SHARE MODE`,
    { schoolId, studentId, publicId },
  )
  if (!quiz) return refused('not-found')
  if (quiz.isEarly) return refused('too-early')
  if (quiz.isOver) return refused('too-late')
  const attempt = newPublicId()
  await execute(
    `INSERT INTO quiz_attempts (public_id, school_id, quiz_id, student_id, enrollment_id, started_at, deadline_at, max_score,
       created_at, updated_at)
     SELECT :attempt, :schoolId, :quizId, :studentId, :enrollmentId, UTC_TIMESTAMP(3),
       UTC_TIMESTAMP(3) + INTERVAL :minutes MINUTE, COALESCE(SUM(n.marks), 0), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3)
     FROM quiz_questions n WHERE n.school_id = :schoolId AND n.quiz_id = :quizId`,
    { attempt, schoolId, studentId, quizId: quiz.id, enrollmentId: quiz.enrollmentId, minutes: quiz.durationMinutes },
  )
  const row = await selectRow({ id: number('id') }, 'FROM quiz_attempts WHERE public_id = :attempt', { attempt })
  if (!row) throw new Error('The attempt was not written')
  await enqueueJob({
    kind: 'close-attempt',
    schoolId,
    payload: { attemptId: row.id },
    uniqueKey: `close-attempt:${row.id}`,
    // One second later, so that the job finds the deadline passed.
    delaySeconds: quiz.durationMinutes * 60 + 1,
  })
  return done({ isNew: true })
}
