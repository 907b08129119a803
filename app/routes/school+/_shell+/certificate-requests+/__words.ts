import { counted } from '~/models/core/shared/counted'
import type { Tone } from '~/models/core/shared/tone'
import type { RequestState } from '~/models/learning/certificates/options'

export const requestWords: Record<RequestState, string> = {
  pending: 'Waiting',
  taken_up: 'In progress',
  ready: 'Ready',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
}

type Clock = { state: RequestState; daysLeft: number }

const isOpen = ({ state }: Clock) => state === 'pending' || state === 'taken_up'

/** Time left to answer an open request. */
export function clockWords(row: Clock): string {
  if (!isOpen(row)) return '–'
  if (row.daysLeft < 0) return `${counted(-row.daysLeft, 'day')} late`
  return row.daysLeft === 0 ? 'Today' : `${counted(row.daysLeft, 'day')} left`
}

/** Badge tone of a request: `bad` if an open one is late, `warn` if it is due today or tomorrow. */
export function toneOf(row: Clock): Tone {
  if (!isOpen(row)) return row.state === 'ready' ? 'good' : 'neutral'
  return row.daysLeft < 0 ? 'bad' : row.daysLeft <= 1 ? 'warn' : 'info'
}
