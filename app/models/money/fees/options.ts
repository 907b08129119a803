import type { FineKind } from '~/models/money/ledger/fine-rules'

export const headKinds = ['tuition', 'other'] as const
export type HeadKind = (typeof headKinds)[number]

export const headKindLabels: Record<HeadKind, string> = { tuition: 'Tuition', other: 'Other' }

export const feeNameLength = 80
export const maxHeads = 10
/** One instalment per month. */
export const maxInstalments = 12
export const maxFineSlabs = 4
export const maxGraceDays = 365

export const fineKindLabels: Record<FineKind, string> = {
  none: 'No late fine',
  flat: 'Once, a fixed amount',
  per_day: 'An amount for each day',
  slabs: 'Slabs: grows in steps',
}

export const concessionKinds = ['rte', 'sibling', 'staff', 'merit', 'other'] as const
export type ConcessionKind = (typeof concessionKinds)[number]

export const concessionKindLabels: Record<ConcessionKind, string> = {
  rte: 'RTE',
  sibling: 'Sibling',
  staff: 'Child of staff',
  merit: 'Merit',
  other: 'Other',
}

export const reasonLength = 200

export const shownHeads = 3
export const shownInstalments = 4

/** ₹1: a smaller instalment could not be divided among its heads. */
export const smallestAmountPaise = 100

/** Day of the month on which split instalments are due. */
export const splitDayOfMonth = 10
