import type { ServerBuild } from '@remix-run/node'
import { type AgnosticRouteObject, matchRoutes } from '@remix-run/router'
import { LRUCache } from 'lru-cache'

type Routes = ServerBuild['routes']

/**
 * Remix flattens and ranks all routes several times a request, so its cost would grow with the product. A slice is the build with only the
 * routes that an address matches: its page, the layouts around it and the root.
 */
export interface Slice {
  build: ServerBuild
  /** The id of the deepest route, or null for the whole build, which an address gets that matches nothing. */
  leaf: string | null
}

/** Addresses that are remembered; those of one route count as one as long as their ids hold a digit. */
const maxRemembered = 5000
const maxRememberedLength = 200

/** Answers the slice of an address, as a path or as the address of its data (`.data`). */
export function sliceBuild(build: ServerBuild): (path: string) => Slice {
  const tree = treeOf(build.routes)
  const slices = new Map<string, Slice>()
  const whole = { build, leaf: null }
  const find = (path: string): Slice => {
    const ids = matchRoutes(tree, path)?.map(({ route }) => route.id ?? '') ?? []
    const leaf = ids.at(-1)
    if (leaf === undefined) return whole
    const known = slices.get(leaf)
    if (known) return known
    const slice = { build: partOf(build, ids), leaf }
    slices.set(leaf, slice)
    return slice
  }
  const remembered = new LRUCache<string, Slice>({ max: maxRemembered })
  return (address) => {
    const path = address.replace(/^\/_root\.data$/, '/').replace(/\.data$/, '')
    // What is escaped may spell a route's own name.
    if (path.includes('%')) return find(path)
    // No route's own name has a digit (the test looks), so what has one is an id, and any other leads to the same route.
    const shape = path.replace(/[^/.]*\d[^/.]*/g, '0')
    const known = remembered.get(shape)
    if (known) return known
    const slice = find(path)
    if (slice !== whole && shape.length <= maxRememberedLength) remembered.set(shape, slice)
    return slice
  }
}

/** The routes as the router wants them, with what `of` takes from each; without anything of their modules where it is not given. */
export function treeOf(
  routes: Routes,
  of: (route: NonNullable<Routes[string]>) => Partial<AgnosticRouteObject> = () => ({}),
  parentId?: string,
): AgnosticRouteObject[] {
  return Object.values(routes).flatMap((route): AgnosticRouteObject[] => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, caseSensitive, index } = route
    const children = index ? {} : { children: treeOf(routes, of, id) }
    return [{ ...of(route), id, path, caseSensitive, index, ...children } as AgnosticRouteObject]
  })
}

/** The build with these routes alone, and with the browser's list of routes of their part of the portal (scripts/manifests.mjs). */
function partOf(build: ServerBuild, ids: string[]): ServerBuild {
  const only = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id))) as Record<string, T>
  // The public pages are in all lists.
  const part = ['school', 'guardians'].find((one) => ids.some((id) => id.startsWith(`routes/${one}+/`)))
  const list = `-${part ?? 'students'}.js`
  return {
    ...build,
    routes: only(build.routes) as Routes,
    assets: { ...build.assets, url: build.assets.url.replace(/\.js$/, list), routes: only(build.assets.routes) },
  }
}
