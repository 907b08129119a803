import { meanOf } from '~/models/core/shared/fraction'

export interface ScoreSummary {
  submitted: number
  average: number
  highest: number
  lowest: number
  median: number
}

/** Average and median (to two decimals, half up), highest and lowest of the scores. */
export function summaryOf(scores: readonly number[]): ScoreSummary | null {
  if (scores.length === 0) return null
  const sorted = [...scores].sort((one, other) => one - other)
  return {
    submitted: sorted.length,
    average: meanOf(sorted, 2) ?? 0,
    highest: sorted.at(-1) ?? 0,
    lowest: sorted[0] ?? 0,
    median: meanOf(middleOf(sorted), 2) ?? 0,
  }
}

/** Returns the middle score, or the two middle ones. */
function middleOf(sorted: readonly number[]): readonly number[] {
  return sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
}
