import type { ServerBuild } from '@remix-run/node'
import { type AgnosticRouteObject, matchRoutes } from '@remix-run/router'
import { LRUCache } from 'lru-cache'

type Routes = ServerBuild['routes']

/**
 * Remix flattens and ranks all routes several times per request, so a request would cost more with every new route. A
 * slice is the build with only the routes that a path matches: its page, its layouts and the root.
 */
export interface Slice {
  build: ServerBuild
  /** Id of the deepest route, or null for the whole build, which serves paths without a match. */
  leaf: string | null
}

/** Maximum number of cached paths. Paths that differ only in ids share one entry if those ids contain a digit. */
const maxRemembered = 5000
const maxRememberedLength = 200

/** Returns the slice of a page's path or of its data path (`.data`). */
export function sliceBuild(build: ServerBuild): (path: string) => Slice {
  const tree = treeOf(build.routes)
  const slices = new Map<string, Slice>()
  const whole = { build, leaf: null }
  const find = (path: string): Slice => {
    const ids = matchRoutes(tree, path)?.map(({ route }) => route.id ?? '') ?? []
    const leaf = ids.at(-1)
    if (leaf === undefined) return whole
    const cachedSlice = slices.get(leaf)
    if (cachedSlice) return cachedSlice
    const slice = { build: partOf(build, ids), leaf }
    slices.set(leaf, slice)
    return slice
  }
  const remembered = new LRUCache<string, Slice>({ max: maxRemembered })
  return (address) => {
    const path = address.replace(/^\/_root\.data$/, '/').replace(/\.data$/, '')
    // Not cached: the digits of an escaped path may be part of a route's name (`/%73chool`).
    if (path.includes('%')) return find(path)
    // No route name has a digit (a test checks it), so a segment with one is an id, and any other id leads to the same
    // route.
    const shape = path.replace(/[^/.]*\d[^/.]*/g, '0')
    const cachedSlice = remembered.get(shape)
    if (cachedSlice) return cachedSlice
    const slice = find(path)
    if (slice !== whole && shape.length <= maxRememberedLength) remembered.set(shape, slice)
    return slice
  }
}

/** Routes in the router's form, with the module parts that `selectParts` selects; by default none. */
export function treeOf(
  routes: Routes,
  selectParts: (route: NonNullable<Routes[string]>) => Partial<AgnosticRouteObject> = () => ({}),
  parentId?: string,
): AgnosticRouteObject[] {
  return Object.values(routes).flatMap((route): AgnosticRouteObject[] => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, caseSensitive, index } = route
    const children = index ? {} : { children: treeOf(routes, selectParts, id) }
    return [{ ...selectParts(route), id, path, caseSensitive, index, ...children } as AgnosticRouteObject]
  })
}

/**
 * The build with only these routes, and with the browser's route list for their part of the portal
 * (scripts/manifests.mjs).
 */
function partOf(build: ServerBuild, ids: string[]): ServerBuild {
  const only = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id))) as Record<string, T>
  // Public pages use the students' list; any list would do, because all of them contain the public pages.
  const part = ['school', 'guardians'].find((one) => ids.some((id) => id.startsWith(`routes/${one}+/`)))
  const list = `-${part ?? 'students'}.js`
  return {
    ...build,
    routes: only(build.routes) as Routes,
    assets: { ...build.assets, url: build.assets.url.replace(/\.js$/, list), routes: only(build.assets.routes) },
  }
}
