/**
 * State of a quiz for one student. `running`: started and not submitted; `missed`: the window closed without an
 * attempt.
 */
export type QuizState = 'upcoming' | 'open' | 'running' | 'submitted' | 'missed'

export interface QuizTimes {
  /** True before the window opens, by the database's clock. */
  isEarly: boolean
  isOver: boolean
  attempt: { submittedAt: Date | null } | null
}

export function quizState({ isEarly, isOver, attempt }: QuizTimes): QuizState {
  if (attempt) return attempt.submittedAt ? 'submitted' : 'running'
  if (isOver) return 'missed'
  return isEarly ? 'upcoming' : 'open'
}

/**
 * Answer as the browser sends it, with public ids: an option or a text; without either, the saved answer is deleted.
 */
export interface PostedAnswer {
  questionId: string
  optionId: string | null
  answerText: string | null
}
