import type { QuestionType } from './options'

/** A question as far as marking needs it; the answer's option is compared by row id. */
export interface MarkableQuestion {
  id: number
  type: QuestionType
  marks: number
  /** Rows of the options that are right; of a short question none. */
  correctOptionIds: readonly number[]
  /** What marks a short answer by itself. */
  acceptedAnswers: readonly string[]
}

export interface MarkableAnswer {
  optionId: number | null
  answerText: string | null
  /** What the teacher gave for a short answer; null where nobody has looked at it. */
  teacherMarks?: number | null
}

export interface Marking {
  score: number
  /** Short answers that wait for the teacher; above 0 the score is provisional. */
  toMark: number
  /** Marks of each question that has an answer; null while it waits. */
  awarded: Array<{ questionId: number; marks: number | null }>
}

/** A text as it is compared: in one form of Unicode, without case, outer blanks, and with every inner blank as one space. */
export function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u200b]+/g, ' ')
    .trim()
}

/** Whether a text says nothing: blanks of any kind are no answer. */
export function isBlank(text: string): boolean {
  return comparable(text) === ''
}

/**
 * Marks for one answer: all or nothing by the option chosen; a short answer by the accepted ones, and null where only the teacher
 * can tell. What the teacher gave stands, but never above the question's marks. No answer is worth nothing.
 */
export function marksOf(question: MarkableQuestion, answer: MarkableAnswer | undefined): number | null {
  if (!answer) return 0
  if (question.type !== 'short') {
    return answer.optionId !== null && question.correctOptionIds.includes(answer.optionId) ? question.marks : 0
  }
  if (answer.teacherMarks !== undefined && answer.teacherMarks !== null)
    return Math.min(answer.teacherMarks, question.marks)
  const given = comparable(answer.answerText ?? '')
  if (given === '') return 0
  return question.acceptedAnswers.some((accepted) => comparable(accepted) === given) ? question.marks : null
}

/** Marks a whole attempt; `answers` by the question's row id. Marks are multiples of a half, so their sum is exact. */
export function markAttempt(
  questions: readonly MarkableQuestion[],
  answers: ReadonlyMap<number, MarkableAnswer>,
): Marking {
  const awarded = questions.flatMap((question) => {
    const answer = answers.get(question.id)
    return answer ? [{ questionId: question.id, marks: marksOf(question, answer) }] : []
  })
  return {
    score: awarded.reduce((sum, { marks }) => sum + (marks ?? 0), 0),
    toMark: awarded.filter(({ marks }) => marks === null).length,
    awarded,
  }
}
