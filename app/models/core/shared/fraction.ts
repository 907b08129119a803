/**
 * Rounds a fraction of whole numbers half up to a number of decimals: 1/8 with two decimals is 0.13. Exact: with
 * floating-point numbers, 201 of 400 (50.25 %) would become 50.2 instead of 50.3. Throws unless `part` is zero or more
 * and `whole` more than zero.
 */
export function roundFraction(part: bigint, whole: bigint, decimals = 0): number {
  if (part < 0n || whole <= 0n) throw new RangeError(`Not a fraction of zero or more: ${part}/${whole}`)
  return Number((2n * part * 10n ** BigInt(decimals) + whole) / (2n * whole)) / 10 ** decimals
}

/** Returns a number of at most two decimals (marks, half days) as whole hundredths: 40.25 becomes 4025. */
export function hundredthsOf(value: number): bigint {
  return BigInt(Math.round(value * 100))
}

/** Divides numbers of at most two decimals, rounded half up; null if `whole` is zero. */
export function quotientOf(part: number, whole: number, decimals: number): number | null {
  return whole > 0 ? roundFraction(hundredthsOf(part), hundredthsOf(whole), decimals) : null
}

/** Returns a part in percent of the whole, as `quotientOf` does: 50.3 with one decimal, 50 without. */
export function percentOf(part: number, whole: number, decimals: 0 | 1): number | null {
  return whole > 0 ? roundFraction(100n * hundredthsOf(part), hundredthsOf(whole), decimals) : null
}

/** Returns the mean of numbers of at most two decimals, rounded half up; null for an empty list. */
export function meanOf(values: readonly number[], decimals: number): number | null {
  return quotientOf(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
    decimals,
  )
}
