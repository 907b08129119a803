import type { Tone } from '~/models/core/shared/tone'
import type { ChangeState } from '~/models/people/students/change-requests/change-request-options'

export const changeStateWords = {
  pending: 'Waiting',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
} as const satisfies Record<ChangeState, string>

export const changeStateTones: Record<ChangeState, Tone> = {
  pending: 'warn',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'neutral',
}
