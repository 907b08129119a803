import type { ServerBuild } from '@remix-run/node'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { type AgnosticRouteObject, matchRoutes } from '@remix-run/router'
import { describe, expect, it } from 'vitest'
import routeConfig from '../app/routes'
import { sliceBuild } from './slices'

type Routes = ServerBuild['routes']

/** The product's own routes in the shape of a server build, without their modules. */
async function wholeBuild(): Promise<ServerBuild> {
  const routes: Record<string, unknown> = { root: { id: 'root', path: '' } }
  const walk = (entries: RouteConfigEntry[], parentId: string) => {
    for (const { file, path, index, children } of entries) {
      routes[file] = { id: file, parentId, path, index }
      walk(children ?? [], file)
    }
  }
  walk(await routeConfig, 'root')
  return { routes, assets: { routes, url: '/assets/manifest-0a.js' } } as unknown as ServerBuild
}

function treeOf(routes: Routes, parentId?: string): AgnosticRouteObject[] {
  return Object.values(routes).flatMap((route): AgnosticRouteObject[] => {
    if (!route || route.parentId !== parentId) return []
    const { id, path } = route
    if (route.index) return [{ id, path, index: true as const }]
    return [{ id, path, children: treeOf(routes, id) }]
  })
}

const idsFor = (build: ServerBuild, path: string) =>
  matchRoutes(treeOf(build.routes), path)?.map((match) => match.route.id) ?? null

/** An address for every route: its parameters filled in, deep splats too. */
function addressesOf(build: ServerBuild): string[] {
  return Object.values(build.routes).map((route) => {
    const parts: string[] = []
    for (let at: typeof route | undefined = route; at; at = build.routes[at.parentId ?? ''])
      parts.unshift(at.path ?? '')
    const path = `/${parts.filter(Boolean).join('/')}`
    return path.replace(/:[A-Za-z]+/g, 'x7').replace(/\*$/, 'a/b.pdf')
  })
}

describe('slices of the build', () => {
  it('match every route as the whole build does', async () => {
    const build = await wholeBuild()
    const { buildFor, names } = sliceBuild(build)
    const addresses = addressesOf(build)
    expect(addresses.length).toBeGreaterThan(40)
    expect(names).toContain('students/fees')
    let sliced = 0
    for (const address of addresses) {
      const slice = buildFor(address)
      expect(idsFor(slice, address), address).toEqual(idsFor(build, address))
      if (slice !== build) sliced++
    }
    expect(sliced).toBeGreaterThan(addresses.length / 2)
  })

  it('leave unknown, odd and data addresses to the same answer', async () => {
    const build = await wholeBuild()
    const { buildFor } = sliceBuild(build)
    for (const path of [
      '/',
      '/nope',
      '/students/nope',
      '/students/FEES',
      '/students/fees/',
      '/school/fees/x/y/z',
      '/%73tudents/fees',
    ]) {
      expect(idsFor(buildFor(path), path), path).toEqual(idsFor(build, path))
    }
    expect(buildFor('/students/fees.data')).toBe(buildFor('/students/fees'))
    expect(buildFor('/students.data')).toBe(buildFor('/students'))
  })

  it('name the list of routes of their part of the portal', async () => {
    const { buildFor } = sliceBuild(await wholeBuild())
    const listOf = (path: string) => buildFor(path).assets.url
    expect(listOf('/school/fees')).toBe('/assets/manifest-0a-school.js')
    expect(listOf('/students/fees')).toBe('/assets/manifest-0a-students.js')
    expect(listOf('/privacy')).toBe('/assets/manifest-0a-students.js')
    // What no slice is sure of has the whole list.
    expect(listOf('/nope')).toBe('/assets/manifest-0a.js')
  })

  it('carry only their own routes, their layouts and the root', async () => {
    const { buildFor } = sliceBuild(await wholeBuild())
    const ids = Object.keys(buildFor('/students/fees').routes)
    expect(ids).toContain('root')
    expect(ids.every((id) => id === 'root' || /_layout|fees|\$\.tsx/.test(id))).toBe(true)
    expect(Object.keys(buildFor('/students/fees').assets.routes).sort()).toEqual(ids.sort())
  })
})
