export interface ScoreSummary {
  submitted: number
  average: number
  highest: number
  lowest: number
  median: number
}

/** Average (to two decimals), highest, lowest and median of the scores. */
export function summaryOf(scores: readonly number[]): ScoreSummary | null {
  if (scores.length === 0) return null
  const sorted = [...scores].sort((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
  return {
    submitted: sorted.length,
    average: rounded(sorted.reduce((sum, score) => sum + score, 0) / sorted.length),
    highest: sorted.at(-1) ?? 0,
    lowest: sorted[0] ?? 0,
    median: rounded(median),
  }
}

/** Rounds marks to two decimals, halves away from zero. */
export function rounded(marks: number): number {
  return Math.round((marks + Number.EPSILON) * 100) / 100
}

export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * 100) / whole)
}
