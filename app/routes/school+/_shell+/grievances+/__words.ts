import { type GrievanceState, isWaiting, type Topic } from '~/models/contact/grievances/options'
import { daysBetween } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import type { Tone } from '~/models/core/shared/tone'

export const grievanceStateWords: Record<GrievanceState, string> = {
  open: 'Open',
  reopened: 'Open again',
  answered: 'Answered',
  closed: 'Closed',
}

type Clock = { topic: Topic; state: GrievanceState; answerBy: string; lawBy: string }

/** Time left to answer; the law limits only grievances about data (DPDP Rules 2025, rule 14). */
export function clockWords({ topic, state, answerBy, lawBy }: Clock, today: string): string {
  if (!isWaiting(state)) return '–'
  if (topic !== 'school' && today > lawBy) return `${counted(daysBetween(lawBy, today), 'day')} past the law’s limit`
  const left = daysBetween(today, answerBy)
  if (left < 0) return `${counted(-left, 'day')} late`
  return left === 0 ? 'Today' : `${counted(left, 'day')} left`
}

export function toneOf({ state, answerBy }: Pick<Clock, 'state' | 'answerBy'>, today: string): Tone {
  if (!isWaiting(state)) return state === 'answered' ? 'good' : 'neutral'
  return today > answerBy ? 'bad' : 'info'
}
