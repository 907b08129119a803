import type { Tone } from '~/models/core/shared/tone'

export const admissionStateWords = {
  pending: 'Pending',
  accepted: 'Accepted',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
} as const
export const admissionStateTones = {
  pending: 'warn',
  accepted: 'good',
  rejected: 'bad',
  withdrawn: 'neutral',
} as const satisfies Record<string, Tone>
export const originWords = { office: 'At the office', online: 'Online' } as const

export const eventWords: Record<string, string> = {
  'admission.created': 'Entered at the office',
  'admission.registered': 'Registered online',
  'admission.updated': 'Corrected',
  'admission.accepted': 'Accepted',
  'admission.rejected': 'Rejected',
  'admission.withdrawn': 'Withdrawn by the family',
}

export const decidedAlready = 'The admission has already been decided'
