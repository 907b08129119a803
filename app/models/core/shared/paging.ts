/** Highest page number; larger ones in a URL are reduced to it, which limits the offset. */
const MAX_PAGE = 100_000

/**
 * Page numbers of a pager: page 1, the last page, and those within 2 of the current one. A `gap` replaces omitted
 * numbers. The current page is first clamped to 1 to `last`.
 */
export function pageNumbers(current: number, last: number): Array<number | 'gap'> {
  const pages = Math.max(1, last)
  const here = Math.min(Math.max(1, current), pages)
  const shownPages: Array<number | 'gap'> = [1]
  const from = Math.max(2, here - 2)
  const to = Math.min(pages - 1, here + 2)
  if (from > 2) shownPages.push('gap')
  for (let page = from; page <= to; page += 1) shownPages.push(page)
  if (to < pages - 1) shownPages.push('gap')
  if (pages > 1) shownPages.push(pages)
  return shownPages
}

/** Returns at most `max` consecutive page numbers, with the current page in the middle where possible. */
export function pagesAround(current: number, last: number, max: number): number[] {
  const count = Math.min(max, last)
  const first = Math.min(Math.max(1, current - Math.floor(max / 2)), last - count + 1)
  return Array.from({ length: count }, (_, index) => first + index)
}

/** Page number in a URL (`?page=3`); 1 for anything but a positive whole number. */
export function pageOf(searchParams: URLSearchParams, name = 'page'): number {
  const param = searchParams.get(name) ?? ''
  if (!/^[1-9]\d{0,8}$/.test(param)) return 1
  return Math.min(Number(param), MAX_PAGE)
}

export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

export const filterTextLength = 40
