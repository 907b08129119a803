import { queriesSoFar } from '~/database/work.server'
import { currentLanguage } from '~/language/current'
import { languageCookieName } from '~/language/language'
import { isPageHandle } from './page'
import { isDataSaver } from './render-mode.server'

interface SamePage {
  headers: [string, string][]
  html: string
}

/** Cached pages by address, language and data saver, so a few variants of each page with `sameAt`. */
const pageCache = new Map<string, SamePage>()
const preferences: readonly string[] = [languageCookieName, 'enhance', 'saver']

/**
 * Cache entry of a page without scripts that is the same for every visitor with only preference cookies (`sameAt`).
 * Such a page is rendered once per process, since five thousand visitors may open it within minutes. Null for a visit
 * that must be rendered by itself. `keep` refuses a page that queried the database.
 */
export function samePage(
  handle: unknown,
  request: Pick<Request, 'url'> & { headers: Pick<Headers, 'get'> },
): { known: SamePage | undefined; keep: (page: SamePage) => void } | null {
  if (!isPageHandle(handle) || !handle.sameAt) return null
  // Match exactly: `%6Cogin` and `Login` lead to the same page, and there is no limit to such spellings.
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
