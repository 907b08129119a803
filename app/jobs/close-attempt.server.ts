import { closeExpiredAttempt } from '~/models/quizzes/close-attempt.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { JobPayload } from './job.server'

/** Closes an attempt at a quiz when its time is over, unless the student or a reading of it was faster. */
export async function run(payload: JobPayload, scope: SchoolScope): Promise<void> {
  await closeExpiredAttempt(scope, Number(payload.attemptId))
}
