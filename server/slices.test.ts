import type { ServerBuild } from '@remix-run/node'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { matchRoutes } from '@remix-run/router'
import { describe, expect, it } from 'vitest'
import routeConfig from '../app/routes'
import { sliceBuild, treeOf } from './slices'

/** The app's routes as a server build, without their modules. */
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

const idsIn = (tree: ReturnType<typeof treeOf>, path: string) =>
  matchRoutes(tree, path)?.map((match) => match.route.id) ?? null
const idsFor = (build: ServerBuild, path: string) => idsIn(treeOf(build.routes), path)

/** An address for every route, with its parameters and deep splats filled in. */
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
  it('match every route like the whole build, whatever was requested before', async () => {
    const build = await wholeBuild()
    const sliceOf = sliceBuild(build)
    const addresses = addressesOf(build)
    const whole = treeOf(build.routes)
    expect(addresses.length).toBeGreaterThan(40)
    for (const round of [1, 2]) {
      for (const address of addresses) {
        const { build: slice, leaf } = sliceOf(address)
        const ids = idsIn(whole, address)
        expect(idsFor(slice, address), `${address}, round ${round}`).toEqual(ids)
        expect(leaf, address).toBe(ids?.at(-1) ?? null)
        // The slice has only the page, its layouts and the root.
        if (leaf) expect(Object.keys(slice.routes).sort(), address).toEqual([...(ids ?? [])].sort())
        expect(Object.keys(slice.assets.routes).sort(), address).toEqual(Object.keys(slice.routes).sort())
      }
    }
  })

  it('match unknown, unusual and data addresses like the whole build', async () => {
    const build = await wholeBuild()
    const sliceOf = sliceBuild(build)
    for (const path of [
      '/',
      '/nope',
      '/nope7',
      '/students/nope',
      '/students/FEES',
      '/students/fees/',
      '/school/fees/x/y/z',
      '/x73tudents/fees',
      '/%73tudents/fees',
    ]) {
      expect(idsFor(sliceOf(path).build, path), path).toEqual(idsFor(build, path))
    }
    expect(sliceOf('/students/fees.data')).toBe(sliceOf('/students/fees'))
    expect(sliceOf('/students.data')).toBe(sliceOf('/students'))
    expect(sliceOf('/_root.data')).toBe(sliceOf('/'))
  })

  it('may treat every path segment with a digit as an id, because no route path contains a digit', async () => {
    for (const route of Object.values((await wholeBuild()).routes)) expect(route?.path ?? '').not.toMatch(/\d/)
  })

  it('use the route list of their own part of the portal', async () => {
    const whole = await wholeBuild()
    const sliceOf = sliceBuild(whole)
    const listOf = (path: string) => sliceOf(path).build.assets.url
    expect(listOf('/school/fees')).toBe('/assets/manifest-0a-school.js')
    expect(listOf('/students/fees')).toBe('/assets/manifest-0a-students.js')
    expect(listOf('/guardians/pay')).toBe('/assets/manifest-0a-guardians.js')
    // The list does not depend on how the first request spelled its path.
    expect(sliceBuild(whole)('/%73chool/fees').build.assets.url).toBe('/assets/manifest-0a-school.js')
    expect(listOf('/privacy')).toBe('/assets/manifest-0a-students.js')
  })
})
