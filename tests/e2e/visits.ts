import { createHash } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { ClientRequest } from 'node:http'
import path from 'node:path'
import { type BrowserContext, expect, type TestInfo } from '@playwright/test'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { type AgnosticRouteObject, matchRoutes } from '@remix-run/router'
import routeConfig from '~/routes'
import { type Piece, piecesOf } from './pieces'

/*
 * Records the routes that a flow requests, by its browser or by HTTP, so that a change can be matched with the flows it
 * reaches. `writeVisits` writes them to files, which `scripts/flow-routes.mjs` reads.
 */

/**
 * Paths of the portal that this process has requested since the current test began. A worker runs one test at a time.
 */
const paths = new Set<string>()

/** Origins of additional portals that a test starts. */
const furtherOrigins = new Set<string>()

/** Makes visits to a portal at this other origin count too. */
export function noteVisitsAt(site: string): void {
  furtherOrigins.add(new URL(site).origin)
}

/** Adds an address of a portal to the visits of the current test. Ignores other origins. */
export function noteVisit(address: string): void {
  const base = process.env.BASE_URL
  if (!base || !URL.canParse(address)) return
  const url = new URL(address)
  if (url.origin === new URL(base).origin || furtherOrigins.has(url.origin))
    paths.add(url.pathname.replace(/^\/_root\.data$/, '/').replace(/\.data$/, ''))
}

// Requests of this process: the scriptless driver, Playwright's own requests and fetch.
subscribe('http.client.request.start', (message) => {
  const { request } = message as { request: ClientRequest }
  noteVisit(`${request.protocol}//${request.getHeader('host')}${request.path}`)
})
subscribe('undici:request:create', (message) => {
  const { request } = message as { request: { origin: string; path: string } }
  noteVisit(`${request.origin}${request.path}`)
})

export function noteVisitsOf(context: BrowserContext): void {
  // The scriptless driver has no events, and its requests come from this process.
  if ('on' in context) context.on('request', (request) => noteVisit(request.url()))
}

export function forgetVisits(): void {
  paths.clear()
}

/** Returns the route modules of the visited addresses with their layouts, as sorted paths from the project root. */
export async function visitedRoutes(): Promise<string[]> {
  const tree = treeOf(await routeConfig)
  const found = [...paths].flatMap((address) => matchRoutes(tree, address)?.map(({ route }) => route.id ?? '') ?? [])
  return [...new Set(['app/root.tsx', ...found])].sort()
}

function treeOf(entries: readonly RouteConfigEntry[]): AgnosticRouteObject[] {
  return entries.map(({ file, path, index, children, caseSensitive }) => {
    const route = { id: `app/${file}`, path, caseSensitive }
    return index ? { ...route, index } : { ...route, children: treeOf(children ?? []) }
  })
}

/** Writes the routes of a passed flow to FLOW_ROUTES_FOLDER; a failed one may have stopped half-way. */
export function writeVisits({ title, project }: TestInfo, routes: readonly string[]): void {
  const folder = process.env.FLOW_ROUTES_FOLDER
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const name = createHash('sha256').update(`${project.name} ${title}`).digest('hex').slice(0, 16)
  writeFileSync(path.join(folder, `${name}.json`), JSON.stringify({ title, project: project.name, routes }))
}

/** Fails when a flow does not visit a page piece that it names, because a run may select it to test that piece. */
export function checkPieces(named: readonly Piece[], routes: readonly string[]): void {
  const visited = new Set(routes.flatMap(piecesOf))
  const missing = named.filter((piece) => !visited.has(piece))
  expect(missing, 'pieces in the flow’s line that are on no page that it visited').toEqual([])
}
