import { type RowOutcome, rowOutcomes } from '~/models/entry/imports/options'

/** Groups digits the Indian way: 12,50,000. */
export function groupedCount(count: number): string {
  const digits = String(count)
  if (digits.length <= 3) return digits
  return `${digits.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',')},${digits.slice(-3)}`
}

/** Counts in words: 12 new, 3 changed, 0 unchanged, 1 rejected. */
export function countsText(counts: Record<RowOutcome, number>): string {
  return rowOutcomes.map((outcome) => `${groupedCount(counts[outcome])} ${outcome}`).join(', ')
}

export const rowsText = (rows: number) => `${groupedCount(rows)} ${rows === 1 ? 'row is' : 'rows are'}`

export const rejectedText = (rows: number) => `${rowsText(rows)} rejected`
