import { m } from '~/language/paraglide/messages'
import type { Tone } from '~/models/core/shared/tone'
import type { QuizState } from '~/models/learning/quizzes/take/attempt-rules'

export function quizStateWords(): Record<QuizState, string> {
  return {
    upcoming: m.quizzes_state_upcoming(),
    open: m.quizzes_state_open(),
    running: m.quizzes_state_running(),
    submitted: m.quizzes_state_submitted(),
    missed: m.quizzes_state_missed(),
  }
}

export const quizStateTones: Record<QuizState, Tone> = {
  upcoming: 'neutral',
  open: 'info',
  running: 'warn',
  submitted: 'good',
  missed: 'neutral',
}

/** Score such as `5.5/6`, labelled as provisional until the teacher has marked all short answers. */
export function scoreText(score: number, max: number, toMark: number): string {
  return toMark > 0 ? `${score}/${max} (${m.quizzes_provisional()})` : `${score}/${max}`
}

/** Text of an option; the options of a boolean question are in the user's language. */
export function optionWords(type: string, index: number, text: string): string {
  if (type !== 'boolean') return text
  return index === 0 ? m.quizzes_true() : m.quizzes_false()
}
