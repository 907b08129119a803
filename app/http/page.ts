/** What a page tells the root about itself. */
export interface PageHandle {
  title: (data: unknown) => string
  /** Something can be typed here that Back must bring back. */
  hasForm: boolean
  /** Google's map may be drawn here, where the school has a key for it. */
  hasMap: boolean
  /** What it shows changes by what is written and with the day in India, and by nothing else: a browser may keep it (decision 38). */
  isKept: boolean
  /** Where it shows the same to everybody who comes with nothing but preferences: it is made once (decision 33). */
  sameAt?: string
}

/**
 * A page's title, called lazily so that it is in the request's language: `export const handle = pageTitle(() => m.x())`.
 * With the loader's type as parameter, the title may use its data.
 */
export function pageTitle<Data = unknown>(
  title: (data: Data) => string,
  options: Partial<Omit<PageHandle, 'title'>> = {},
): PageHandle {
  const { hasForm = false, hasMap = false, isKept = false, sameAt } = options
  return { title: title as (data: unknown) => string, hasForm, hasMap, isKept, sameAt }
}

export function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle && typeof handle.title === 'function'
}

/** What a document is made from besides its address. */
export const pageVary = 'Cookie, Save-Data, Accept-Language'

/**
 * `no-store` would lose what was typed when the network drops (Back reloads), so pages with a form are only revalidated, as are those that a
 * browser may keep. On a phone that others use too they are lost rather than left lying there.
 */
export function cacheControlOf(handle: unknown, isOnSharedPhone: boolean): string {
  const isStored = isPageHandle(handle) && (handle.hasForm || handle.isKept) && !isOnSharedPhone
  return isStored ? 'private, no-cache' : 'no-store'
}

/**
 * Whether a page may show Google's map: its document carries another security policy then. `loaded` is the data of the page and of what
 * is around it, of which the students' shell says whether their school has a key for browsers.
 */
export function hasMap(handle: unknown, loaded: Iterable<unknown>): boolean {
  return isPageHandle(handle) && handle.hasMap && [...loaded].some(hasMapsKey)
}

function hasMapsKey(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'hasMapsKey' in data && data.hasMapsKey === true
}
