export const headKinds = ['tuition', 'other'] as const
export type HeadKind = (typeof headKinds)[number]

export const headKindLabels: Record<HeadKind, string> = { tuition: 'Tuition', other: 'Other' }

export const feeNameLength = 80
export const mostHeads = 10
/** One a month. */
export const mostInstalments = 12
/** Rows an empty form shows. */
export const shownHeads = 3
export const shownInstalments = 4

/** ₹1: below it an instalment could not be divided among its heads. */
export const smallestAmountPaise = 100

/** Days a new split falls due on. */
export const splitDayOfMonth = 10

export const feesPerPage = 20
