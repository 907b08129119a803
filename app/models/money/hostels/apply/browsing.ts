import { pageSizes } from '../options'

/** Choices of the rent filter of a list of hostels, in rupees a month. */
export const rentsToFilterBy = [3_000, 5_000, 8_000, 12_000, 20_000] as const

/**
 * Size of a page that begins at the first hostel and shows more than `shownCount` hostels; null at the largest size.
 */
export function longerPageSize(shownCount: number): number | null {
  return pageSizes.find((size) => size > shownCount) ?? null
}
