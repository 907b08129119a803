import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import { closeDatabase, database } from '~/database/database.server'
import { makeDatabase, type RunningApp, startApp, testBuild } from '../factories/app'

export interface ServedRoute {
  id: string
  /** `/school/students/:id` */
  address: string
  hasLoader: boolean
  hasAction: boolean
  /** True for a page, false for a resource route. */
  hasPage: boolean
}

export interface House {
  app: RunningApp
  build: ServerBuild
  buildDir: string
  /** Routes with their own address, without layouts. */
  routes: ServedRoute[]
  close: () => Promise<void>
}

/** Operator token of every test app (`House`); operator routes refuse clients without it. */
export const operatorToken = 'operator-token-of-the-tests-0123456789'

/**
 * Starts the built app on a new database, so that every row in it comes from the test or the app. This process uses the
 * same database from then on.
 */
export async function openHouse(env: Record<string, string> = {}): Promise<House> {
  const own = await makeDatabase()
  process.env.DATABASE_URL = own.url
  if (database().config.database !== own.name) throw new Error('The database was in use before the house was opened')
  const app = await startApp({
    databaseUrl: own.url,
    env: { SECURITY_CONTACT: 'mailto:security@school.example', OPERATOR_TOKEN: operatorToken, ...env },
  })
  const buildDir = await testBuild()
  const build = await loadBuild(buildDir)
  return {
    app,
    build,
    buildDir,
    routes: servedRoutes(build),
    async close() {
      await app.stop()
      await closeDatabase()
      await own.drop()
    },
  }
}

/** Loads the server part of the build: its routes with their modules, and the manifest of the browser's files. */
export async function loadBuild(buildDir: string): Promise<ServerBuild> {
  return (await import(/* @vite-ignore */ pathToFileURL(`${buildDir}/server/index.js`).href)) as ServerBuild
}

/** Returns the routes with their own address, without layouts. */
export function servedRoutes(build: ServerBuild): ServedRoute[] {
  const routes = Object.values(build.routes).filter((route) => route !== undefined)
  const parents = new Set(routes.map((route) => route.parentId))
  const addressOf = (id: string): string => {
    const route = build.routes[id]
    if (!route) return ''
    const above = route.parentId ? addressOf(route.parentId) : ''
    return route.path ? `${above}/${route.path}` : above
  }
  return routes
    .filter((route) => route.id !== 'root' && !parents.has(route.id))
    .map((route) => ({
      id: route.id,
      address: addressOf(route.id) || '/',
      hasLoader: route.module.loader !== undefined,
      hasAction: route.module.action !== undefined,
      hasPage: route.module.default !== undefined,
    }))
    .sort((a, b) => a.address.localeCompare(b.address))
}
