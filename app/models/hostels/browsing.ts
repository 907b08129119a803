import { pageSizes } from './options'

/** Rents a month, in rupees, that a list of hostels may be narrowed to. */
export const rentsToFilterBy = [3_000, 5_000, 8_000, 12_000, 20_000] as const

/** The size of a page that begins at the first hostel and shows more than the `shown` ones; null where no page is that long. */
export function longerPageSize(shown: number): number | null {
  return pageSizes.find((size) => size > shown) ?? null
}
