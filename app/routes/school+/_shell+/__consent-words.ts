import type { ConsentState } from '~/models/contact/consents/options'
import type { CountedConsent } from '~/models/contact/consents/rules'

const stateWords: Record<ConsentState, string> = {
  given: 'Yes',
  refused: 'No',
  withdrawn: 'Withdrawn',
  open: 'No answer',
}

/** Office label of a consent as computed from all recorded decisions, such as `Yes (guardians differ)`. */
export function consentWords({
  state,
  isDisputed,
  isAskedAgain,
}: Pick<CountedConsent, 'state' | 'isDisputed' | 'isAskedAgain'>): string {
  if (isAskedAgain) return 'Ask again'
  return isDisputed ? `${stateWords[state]} (guardians differ)` : stateWords[state]
}
