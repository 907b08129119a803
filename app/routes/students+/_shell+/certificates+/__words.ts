import { m } from '~/language/paraglide/messages'
import type { Tone } from '~/models/core/shared/tone'
import type { CertificateState, RequestState } from '~/models/learning/certificates/options'

export const requestTones: Record<RequestState, Tone> = {
  pending: 'warn',
  taken_up: 'info',
  ready: 'good',
  refused: 'bad',
  withdrawn: 'neutral',
}

export function requestStateWord(state: RequestState): string {
  return {
    pending: m.certificates_state_pending,
    taken_up: m.certificates_state_taken_up,
    ready: m.certificates_state_ready,
    refused: m.certificates_state_refused,
    withdrawn: m.certificates_state_withdrawn,
  }[state]()
}

/** Label of a state; the family never sees a draft. */
export const certificateStateWord = (state: CertificateState): string =>
  state === 'cancelled' ? m.certificates_state_cancelled() : m.certificates_state_issued()
