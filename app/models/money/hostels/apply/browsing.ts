import { pageSizes } from '../options'

/** Maximum rents that the hostel list's filter offers, in rupees a month. */
export const rentsToFilterBy = [3_000, 5_000, 8_000, 12_000, 20_000] as const

/** Next larger page size, so that the page shows more than `shownCount` hostels; null when no larger size exists. */
export function longerPageSize(shownCount: number): number | null {
  return pageSizes.find((size) => size > shownCount) ?? null
}
