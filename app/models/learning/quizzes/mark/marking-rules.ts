import type { QuestionType } from '../options'

/** Question with the data for marking; options are compared by row id. */
export interface MarkableQuestion {
  id: number
  type: QuestionType
  marks: number
  /** Row ids of the right options; empty for a short question. */
  correctOptionIds: readonly number[]
  /** Texts for which a short answer is marked automatically. */
  acceptedAnswers: readonly string[]
}

export interface MarkableAnswer {
  optionId: number | null
  answerText: string | null
  /** Teacher's marks for a short answer; null if unmarked. */
  teacherMarks?: number | null
}

export interface Marking {
  score: number
  /** Number of short answers to be marked by the teacher; above 0 the score is provisional. */
  toMark: number
  /** Marks of each answered question; null if unmarked. */
  awarded: Array<{ questionId: number; marks: number | null }>
}

/** Normalizes a text for comparison: one Unicode form, one case, no outer blanks, and inner blanks as one space. */
export function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u200b]+/g, ' ')
    .trim()
}

/** Returns whether a text has only blanks of any kind, which is not an answer. */
export function isBlank(text: string): boolean {
  return comparable(text) === ''
}

/**
 * Marks one answer. An option gets all marks or none. A short answer gets full marks if its text is accepted, else
 * null: only the teacher can decide. The teacher's marks, up to the question's marks, take precedence; a missing answer
 * gets 0.
 */
export function marksOf(question: MarkableQuestion, answer: MarkableAnswer | undefined): number | null {
  if (!answer) return 0
  if (question.type !== 'short') {
    return answer.optionId !== null && question.correctOptionIds.includes(answer.optionId) ? question.marks : 0
  }
  if (answer.teacherMarks !== undefined && answer.teacherMarks !== null)
    return Math.min(answer.teacherMarks, question.marks)
  const studentText = comparable(answer.answerText ?? '')
  if (studentText === '') return 0
  return question.acceptedAnswers.some((accepted) => comparable(accepted) === studentText) ? question.marks : null
}

/**
 * Marks a whole attempt. `answers` is keyed by the question's row id. Marks are multiples of a half, so their sum is
 * exact.
 */
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
