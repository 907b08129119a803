import type { OwnAttemptRow } from '~/models/learning/quizzes/take/own-attempts.server'
import type { OwnQuiz, QuizQuestionView } from '~/models/learning/quizzes/take/own-quizzes.server'
import type { OwnResult } from '~/models/learning/quizzes/take/own-result.server'

/** A quiz with the field names of the student specification, section 3; instants are in ISO 8601. */
export function quizOfCall(quiz: OwnQuiz) {
  return {
    id: quiz.publicId,
    title: quiz.title,
    description: quiz.description,
    questions_count: quiz.questionsCount,
    duration_minutes: quiz.durationMinutes,
    available_from: quiz.availableFrom.toISOString(),
    available_until: quiz.availableUntil.toISOString(),
    total_marks: quiz.totalMarks,
  }
}

export function questionOfCall(question: QuizQuestionView) {
  return {
    id: question.publicId,
    question_text: question.text,
    type: question.type,
    marks: question.marks,
    options: question.options.map(({ publicId, text }) => ({ id: publicId, option_text: text })),
  }
}

/** An open attempt, with its answers so far and the seconds left by the database's clock. */
export function openAttemptOfCall(quiz: OwnQuiz, questions: readonly QuizQuestionView[]) {
  const { attempt } = quiz
  if (!attempt) throw new Error('The quiz is not started')
  return {
    id: attempt.publicId,
    quiz_id: quiz.publicId,
    score: attempt.score,
    max_score: attempt.maxScore,
    submitted_at: attempt.submittedAt?.toISOString() ?? null,
    started_at: attempt.startedAt.toISOString(),
    deadline_at: attempt.deadlineAt.toISOString(),
    seconds_left: attempt.secondsLeft,
    answers: questions.flatMap(({ publicId, optionId, answerText }) =>
      optionId === null && answerText === null
        ? []
        : [{ question_id: publicId, option_id: optionId, answer_text: answerText }],
    ),
  }
}

export function attemptOfCall(attempt: OwnAttemptRow) {
  return {
    id: attempt.publicId,
    quiz_id: attempt.quizPublicId,
    quiz: { title: attempt.title },
    score: attempt.score,
    max_score: attempt.maxScore,
    submitted_at: attempt.submittedAt?.toISOString() ?? null,
    provisional: attempt.toMark > 0,
  }
}

/** A result; `review` is empty until it opens (`quiz.review_opens_at`). */
export function resultOfCall({ quiz, summary, reviewOpensAt, review }: OwnResult) {
  return {
    quiz: { id: quiz.publicId, title: quiz.title, review_opens_at: reviewOpensAt.toISOString() },
    summary: {
      score: summary.score,
      max_score: summary.maxScore,
      percentage: summary.percentage,
      correct: summary.correct,
      total_questions: summary.totalQuestions,
      provisional: summary.toMark > 0,
    },
    review: (review ?? []).map((question) => ({
      question_id: question.publicId,
      question_text: question.text,
      type: question.type,
      options: question.options.map(({ publicId, text, isCorrect }) => ({
        id: publicId,
        option_text: text,
        is_correct: isCorrect,
      })),
      selected_option_id: question.selectedOptionId,
      answer_text: question.answerText,
      is_correct: question.isCorrect,
      awarded_marks: question.awardedMarks,
    })),
  }
}
