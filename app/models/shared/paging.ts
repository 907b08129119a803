/** Pages beyond this are nobody's; a larger number in an address is read as this one, so that offsets stay sane. */
const MAX_PAGE = 100_000

/**
 * The pages a pager links to: page 1, the last page, and those within 2 of the current one (HT section 2).
 * A `gap` stands where numbers are left out. The current page is brought into 1 to last first.
 */
export function pageNumbers(current: number, last: number): Array<number | 'gap'> {
  const pages = Math.max(1, last)
  const here = Math.min(Math.max(1, current), pages)
  const shown: Array<number | 'gap'> = [1]
  const from = Math.max(2, here - 2)
  const to = Math.min(pages - 1, here + 2)
  if (from > 2) shown.push('gap')
  for (let page = from; page <= to; page += 1) shown.push(page)
  if (to < pages - 1) shown.push('gap')
  if (pages > 1) shown.push(pages)
  return shown
}

/** At most `most` neighbouring page numbers with the current one among them, in its middle where that is possible. */
export function pagesAround(current: number, last: number, most: number): number[] {
  const count = Math.min(most, last)
  const first = Math.min(Math.max(1, current - Math.floor(most / 2)), last - count + 1)
  return Array.from({ length: count }, (_, index) => first + index)
}

/** The page asked for in an address (`?page=3`); 1 for anything that is not a whole number from 1 up. */
export function pageOf(searchParams: URLSearchParams, name = 'page'): number {
  const asked = searchParams.get(name) ?? ''
  if (!/^[1-9]\d{0,8}$/.test(asked)) return 1
  return Math.min(Number(asked), MAX_PAGE)
}

/** How many pages `total` items fill, 1 at least. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** Letters of a filter that is typed. */
export const filterTextLength = 40
