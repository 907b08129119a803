import { accountPaths, type Side } from '~/addresses/paths'

// Lets pages import their title and their links from one module.
export { accountPaths, paths, type Side } from '~/addresses/paths'
export { pageTitle } from './page'

/** Validates a `redirectTo` sent by a browser; anything that could leave the site becomes `fallback`. */
export function ownPath(requestedPath: unknown, fallback: string): string {
  if (typeof requestedPath !== 'string' || !/^\/(?![/\\])/.test(requestedPath) || /[\\\p{Cc}]/u.test(requestedPath))
    return fallback
  const url = new URL(requestedPath, 'http://own')
  // `/.//evil.example` has become `//evil.example`, which a browser takes for another host.
  return url.origin === 'http://own' && !url.pathname.startsWith('//') ? url.pathname + url.search : fallback
}

/**
 * Login page of a role, with the requested page to return to. Omits that page unless the request is a GET, since only a
 * GET can be repeated.
 */
export function loginPath(role: Side, request: Request): string {
  const { home, login } = accountPaths[role]
  const url = new URL(request.url)
  const here = url.pathname.replace(/\.data$/, '') + url.search
  return request.method === 'GET' && here !== home ? `${login}?redirectTo=${encodeURIComponent(here)}` : login
}
