import type { Tone } from '~/models/core/shared/tone'
import type { OfficeAttemptState, OfficeQuizState } from '~/models/learning/quizzes/office-states'
import type { QuestionType } from '~/models/learning/quizzes/options'

// Office labels; students read theirs in their own language.
export const quizStateNames: Record<OfficeQuizState, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  upcoming: { label: 'Upcoming', tone: 'info' },
  open: { label: 'Open', tone: 'good' },
  closed: { label: 'Closed', tone: 'neutral' },
}

export const attemptStateNames: Record<OfficeAttemptState, { label: string; tone: Tone }> = {
  'not-started': { label: 'Not started', tone: 'neutral' },
  open: { label: 'Open', tone: 'info' },
  submitted: { label: 'Submitted', tone: 'good' },
  provisional: { label: 'Provisional', tone: 'warn' },
}

export const questionTypeNames: Record<QuestionType, string> = {
  mcq: 'Multiple choice',
  boolean: 'True or false',
  short: 'Short answer',
}

export function stateChoices(names: Record<string, { label: string }>): Array<{ value: string; label: string }> {
  return Object.entries(names).map(([value, { label }]) => ({ value, label }))
}

export function scoreWords(score: number | null, maxScore: number | null): string {
  return score === null || maxScore === null ? '–' : `${score} of ${maxScore}`
}

export const questionsFixed = 'A student has started the quiz: its questions can no longer be changed.'
