import type { ConsentState } from '~/models/consents/options'
import type { CountedConsent } from '~/models/consents/rules'
import type { Tone } from '~/models/shared/tone'

export const stateWords: Record<ConsentState, string> = {
  given: 'Yes',
  refused: 'No',
  withdrawn: 'Withdrawn',
  open: 'Not heard',
}

export const stateTones: Record<ConsentState, Tone> = { given: 'good', refused: 'bad', withdrawn: 'bad', open: 'neutral' }

/** What counts, and what the office should know of it. */
export function consentWords({ state, isDisputed, isAskedAnew }: Pick<CountedConsent, 'state' | 'isDisputed' | 'isAskedAnew'>): string {
  if (isAskedAnew) return 'Ask again'
  return isDisputed ? `${stateWords[state]} (guardians differ)` : stateWords[state]
}
