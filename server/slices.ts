import type { ServerBuild } from '@remix-run/node'

type Routes = ServerBuild['routes']

/**
 * Remix ranks and rebuilds all routes on every request, so its cost grows with the product. A slice is the build with only the
 * routes under one pair of first URL segments (`/students/fees`), their layouts and the root; each gets its own handler.
 */
export interface Slices {
  /** The slice for a path, or the whole build where no slice is sure to match the same. */
  buildFor: (path: string) => ServerBuild
  names: string[]
}

export function sliceBuild(build: ServerBuild): Slices {
  const members = new Map<string, string[]>()
  for (const id of Object.keys(build.routes)) {
    if (!isLeaf(build.routes, id)) continue
    const name = nameOf(fullPath(build.routes, id))
    members.set(name, [...(members.get(name) ?? []), id])
  }
  // A pattern in the first two segments may match under every slice of its first one, so each of those carries it too.
  const patterns = (first: string) => [
    ...(members.get(`${first}/*`) ?? []),
    ...(members.get('*/') ?? []),
    ...(members.get('*/*') ?? []),
  ]
  const slices = new Map<string, ServerBuild>()
  for (const [name, ids] of members) {
    const [first = ''] = name.split('/')
    if (!name.includes('*')) slices.set(name, partOf(build, [...ids, ...patterns(first)], manifestOf(build, first)))
  }
  return { buildFor: (path) => slices.get(nameOf(path)) ?? build, names: [...slices.keys()] }
}

/** `/students/fees/x/pay`, also as data request, gives `students/fees`; `*` stands for a segment that is a pattern. */
function nameOf(path: string): string {
  const [first = '', second = ''] = path
    .replace(/\.data$/, '')
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => (/^[:*]/.test(segment) ? '*' : segment.toLowerCase()))
  return `${first}/${second}`
}

function fullPath(routes: Routes, id: string): string {
  const parts: string[] = []
  for (let route = routes[id]; route; route = routes[route.parentId ?? '']) parts.unshift(route.path ?? '')
  return parts.join('/')
}

/** Whether a URL can end at this route: every route that is no layout of others. */
function isLeaf(routes: Routes, id: string): boolean {
  return !Object.values(routes).some((other) => other?.parentId === id)
}

/**
 * The browser's list of routes for the pages under a first segment (scripts/manifests.mjs): those of the school, and for all others
 * those of the students.
 */
function manifestOf(build: ServerBuild, first: string): string {
  return build.assets.url.replace(/\.js$/, first === 'school' ? '-school.js' : '-students.js')
}

function partOf(build: ServerBuild, leaves: string[], url: string): ServerBuild {
  const wanted = new Set<string>()
  for (const leaf of leaves) {
    for (let id: string | undefined = leaf; id; id = build.routes[id]?.parentId) wanted.add(id)
  }
  const only = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => wanted.has(id))) as Record<string, T>
  return {
    ...build,
    routes: only(build.routes) as Routes,
    assets: { ...build.assets, url, routes: only(build.assets.routes) },
  }
}
