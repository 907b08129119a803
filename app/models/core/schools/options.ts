/** Kinds of late fine that a school can set as the default of new fees; slabs are entered for each fee. */
export const fineKindWords = {
  none: 'No late fine',
  flat: 'Once, a fixed amount',
  per_day: 'An amount for each day',
} as const
export type FineKind = keyof typeof fineKindWords

export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

export const maxGraceDays = 365

export interface GradeBand {
  grade: string
  /** Minimum percent of the grade. */
  fromPercent: number
}

/** Grades of CBSE, the default until a school defines its own. */
export const cbseGrades: readonly GradeBand[] = [
  { grade: 'A1', fromPercent: 91 },
  { grade: 'A2', fromPercent: 81 },
  { grade: 'B1', fromPercent: 71 },
  { grade: 'B2', fromPercent: 61 },
  { grade: 'C1', fromPercent: 51 },
  { grade: 'C2', fromPercent: 41 },
  { grade: 'D', fromPercent: 33 },
  { grade: 'E', fromPercent: 0 },
]

/** Formats the whole percents that earn a grade, as boards print them: up to one below the next better grade. */
export function percentsOf(bands: readonly GradeBand[], index: number): string {
  const from = bands[index]?.fromPercent ?? 0
  const better = bands[index - 1]
  const to = better ? better.fromPercent - 1 : 100
  return to === from ? String(to) : `${from}–${to}`
}

export const maxGrades = 12
export const gradeLength = 10
