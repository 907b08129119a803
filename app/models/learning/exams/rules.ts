import { daysBetween } from '~/models/core/shared/calendar'
import { meanOf, percentOf } from '~/models/core/shared/fraction'
import type { ExamStatus, Presence } from './options'

/** Returns the status of an exam by its days (student specification, section 4). Days are `YYYY-MM-DD`. */
export function examStatus(exam: { startsOn: string; endsOn: string }, today: string): ExamStatus {
  if (today < exam.startsOn) return 'upcoming'
  return today > exam.endsOn ? 'completed' : 'ongoing'
}

/** Returns the days until an exam begins, at least 0 (student specification, section 4). */
export function daysUntilExam(startsOn: string, today: string): number {
  return Math.max(0, daysBetween(today, startsOn))
}

export type Nearness = 'week' | 'fortnight' | 'month' | 'later'

/** Returns the colour of the student specification, section 4: 7 days or fewer, 8 to 14, 15 to 30, over 30. */
export function nearness(days: number): Nearness {
  if (days <= 7) return 'week'
  if (days <= 14) return 'fortnight'
  return days <= 30 ? 'month' : 'later'
}

export interface PaperMark {
  presence: Presence
  /** Null: not entered, absent or exempt. */
  marks: number | null
  maxMarks: number
}

/**
 * Sums the papers of an exam: an exempt paper does not count, an absent one counts as 0. Papers without marks do not
 * count.
 */
export function totalMarks(papers: readonly PaperMark[]): { marks: number; maxMarks: number } {
  let marks = 0
  let maxMarks = 0
  for (const paper of papers) {
    if (paper.presence === 'exempt' || (paper.presence === 'present' && paper.marks === null)) continue
    marks += paper.marks ?? 0
    maxMarks += paper.maxMarks
  }
  return { marks: Math.round(marks * 100) / 100, maxMarks: Math.round(maxMarks * 100) / 100 }
}

/**
 * Returns the mean of percentages with one decimal: over published exams, the average score and the overall performance
 * of the student specification.
 */
export function meanPercent(percents: readonly number[]): number | null {
  return meanOf(percents, 1)
}

/**
 * Returns the grade for the percentage, rounded once to a whole number as the boards round it: 90.5 becomes 91, and 199
 * of 220 (90.45) becomes 90. Null if the maximum is 0; bands are sorted best first.
 */
export function gradeOf(
  marks: number,
  maxMarks: number,
  bands: ReadonlyArray<{ grade: string; fromPercent: number }>,
): string | null {
  const percent = percentOf(marks, maxMarks, 0)
  return percent === null ? null : (bands.find((band) => percent >= band.fromPercent)?.grade ?? null)
}

/** Returns ranks of percentages: equal ones share a rank, and the next one skips (1, 2, 2, 4). Null has no rank. */
export function ranksOf(percents: ReadonlyArray<number | null>): Array<number | null> {
  const sorted = percents.filter((percent) => percent !== null).sort((a, b) => b - a)
  return percents.map((percent) => (percent === null ? null : sorted.indexOf(percent) + 1))
}
