/** What a page tells the root about itself. `hasForm`: something can be typed here that Back must bring back. */
export interface PageHandle {
  title: (data: unknown) => string
  hasForm: boolean
}

/**
 * A page's title, called lazily so that it is in the request's language: `export const handle = pageTitle(() => m.x())`.
 * With the loader's type as parameter, the title may use its data.
 */
export function pageTitle<Data = unknown>(
  title: (data: Data) => string,
  options: { hasForm?: boolean } = {},
): PageHandle {
  return { title: title as (data: unknown) => string, hasForm: options.hasForm ?? false }
}

export function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle && typeof handle.title === 'function'
}

/** `no-store` would lose what was typed when the network drops (Back reloads), so pages with a form are only revalidated. */
export function cacheControlOf(handle: unknown): string {
  return isPageHandle(handle) && handle.hasForm ? 'private, no-cache' : 'no-store'
}
