/** Where a quiz stands for one student. `running`: started and not handed in; `missed`: its window closed without an attempt. */
export type QuizState = 'upcoming' | 'open' | 'running' | 'submitted' | 'missed'

export interface QuizTimes {
  /** By the database's clock: the window has not begun, or is over. */
  isEarly: boolean
  isOver: boolean
  attempt: { submittedAt: Date | null } | null
}

export function quizState({ isEarly, isOver, attempt }: QuizTimes): QuizState {
  if (attempt) return attempt.submittedAt ? 'submitted' : 'running'
  if (isOver) return 'missed'
  return isEarly ? 'upcoming' : 'open'
}

/** Whole percent of a score, 0 where there was nothing to get. */
export function scorePercent(score: number, maxScore: number): number {
  return maxScore > 0 ? Math.round((score * 100) / maxScore) : 0
}

/** An answer as a browser sends it: public ids, and one of both; neither clears what was saved. */
export interface GivenAnswer {
  questionId: string
  optionId: string | null
  answerText: string | null
}
