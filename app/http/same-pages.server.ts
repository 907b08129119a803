import { queriesSoFar } from '~/database/work.server'
import { currentLanguage } from '~/language/current'
import { languageCookieName } from '~/language/language'
import { isPageHandle } from './page'
import { isDataSaver } from './render-mode.server'

interface SamePage {
  headers: [string, string][]
  html: string
}

/**
 * Cached pages with `sameAt`, by address, language and data saver, so the cache has only a few variants of each page.
 */
const pageCache = new Map<string, SamePage>()
const preferences: readonly string[] = [languageCookieName, 'enhance', 'saver']

/**
 * Cache of pages without scripts (`sameAt`) that all visitors see alike if they have only preference cookies. Each
 * process renders such a page once, since five thousand visitors may open it within minutes. `known` is the cached
 * page; `keep` stores a page unless it queried the database. Returns null when this visit cannot use the cache.
 */
export function samePage(
  handle: unknown,
  request: Pick<Request, 'url'> & { headers: Pick<Headers, 'get'> },
): { known: SamePage | undefined; keep: (page: SamePage) => void } | null {
  if (!isPageHandle(handle) || !handle.sameAt) return null
  // Match exactly: the router also accepts `%6Cogin` or `Login`, and an unlimited number of such spellings would fill
  // the cache.
  const { pathname, search } = new URL(request.url)
  const names = (request.headers.get('Cookie') ?? '').split(/;\s*/).map((pair) => pair.split('=', 1)[0] ?? '')
  if (pathname + search !== handle.sameAt || names.some((name) => name !== '' && !preferences.includes(name)))
    return null
  const key = [pathname, currentLanguage(), isDataSaver(request)].join(' ')
  const cachedPage = pageCache.get(key)
  if (cachedPage) return { known: cachedPage, keep: () => {} }
  const queriesBefore = queriesSoFar()
  return {
    known: cachedPage,
    keep: (page) => {
      if (queriesSoFar() === queriesBefore) pageCache.set(key, page)
    },
  }
}
