import type { Tone } from '~/models/shared/tone'

/** How the office calls an admission's states and origins. */
export const stateNames = {
  pending: { word: 'Pending', tone: 'warn' },
  accepted: { word: 'Accepted', tone: 'good' },
  rejected: { word: 'Rejected', tone: 'bad' },
  withdrawn: { word: 'Withdrawn', tone: 'neutral' },
} as const satisfies Record<string, { word: string; tone: Tone }>

export const originNames = { office: 'At the office', online: 'Online' } as const

/** What the history says happened. */
export const eventNames: Record<string, string> = {
  'admission.created': 'Entered at the office',
  'admission.registered': 'Registered online',
  'admission.updated': 'Corrected',
  'admission.accepted': 'Accepted',
  'admission.rejected': 'Rejected',
  'admission.withdrawn': 'Withdrawn by the family',
}
