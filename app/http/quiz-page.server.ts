import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/addresses/paths'
import { currentLanguage } from '~/language/current'
import { clockInIndia, formatInstant } from '~/models/core/shared/calendar'
import { formatClock } from '~/models/core/shared/clock'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { findQuizToTake, type OwnQuiz } from '~/models/learning/quizzes/take/own-quizzes.server'
import { foundOr404, requireStudentInPerson } from './guards.server'

/**
 * View of a quiz: its description before the start, its questions during the attempt. Redirects to the result once
 * submitted.
 */
export async function quizPage(scope: StudentScope, id: string | undefined) {
  const { quiz, questions } = foundOr404(isPublicId(id) ? await findQuizToTake(scope, id) : null)
  if (quiz.state === 'submitted') throw redirect(paths.student.quizResult(quiz.publicId))
  return {
    id: quiz.publicId,
    title: quiz.title,
    description: quiz.description,
    subjectName: quiz.subjectName,
    state: quiz.state,
    minutes: quiz.durationMinutes,
    questionsCount: quiz.questionsCount,
    totalMarks: quiz.totalMarks,
    ...windowOf(quiz),
    taking: quiz.attempt
      ? {
          attemptId: quiz.attempt.publicId,
          endsAt: formatClock(clockInIndia(quiz.attempt.deadlineAt)),
          secondsLeft: quiz.attempt.secondsLeft,
          questions,
        }
      : null,
  }
}

/**
 * Data of the running quiz for a page that shows the error of a refused save or submit; redirects to the quiz's own
 * page when it is not running.
 */
export async function runningQuiz({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  const { taking, ...quiz } = await quizPage(scope, params.id)
  if (!taking) throw redirect(paths.student.quiz(quiz.id))
  return { ...quiz, taking }
}

/** Start window of a quiz, in words. */
export function windowOf(quiz: Pick<OwnQuiz, 'availableFrom' | 'availableUntil'>) {
  return {
    opens: formatInstant(quiz.availableFrom, currentLanguage()),
    closes: formatInstant(quiz.availableUntil, currentLanguage()),
  }
}
