/** Properties of a page that the root reads. */
export interface PageHandle {
  title: (data: unknown) => string
  /** True for a page with inputs that Back must restore. */
  hasForm: boolean
  /** True for a page that may show Google's map when the school has a key for it. */
  hasMap: boolean
  /** True for a page that a browser may keep and revalidate by the hash of its body (decision 38). */
  isKept: boolean
  /**
   * Address of a page that each process renders only once, because it is the same for every visitor who has only
   * preference cookies (decision 33).
   */
  sameAt?: string
}

/**
 * A page's title, evaluated lazily in the request's language: `export const handle = pageTitle(() => m.x())`. With the
 * loader's type as parameter, the title may use its data.
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

/** Request headers that a document depends on in addition to its address. */
export const pageVary = 'Cookie, Save-Data, Accept-Language'

/**
 * Chooses Cache-Control. `no-store` would lose typed text when the network drops and Back reloads the page. So browsers
 * may store pages with a form and pages with `isKept`, but always revalidate them; on a shared phone they store
 * nothing.
 */
export function cacheControlOf(handle: unknown, isOnSharedPhone: boolean): string {
  const isStored = isPageHandle(handle) && (handle.hasForm || handle.isKept) && !isOnSharedPhone
  return isStored ? 'private, no-cache' : 'no-store'
}

/**
 * Returns whether a page may show Google's map, which needs another security policy. `loaded` is the data of the page
 * and its parents; the students' shell reports whether the school has a browser key.
 */
export function hasMap(handle: unknown, loaded: Iterable<unknown>): boolean {
  return isPageHandle(handle) && handle.hasMap && [...loaded].some(hasMapsKey)
}

function hasMapsKey(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'hasMapsKey' in data && data.hasMapsKey === true
}
