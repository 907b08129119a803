import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { roundOf } from '../../scripts/gate/turns.mjs'

/*
 * Tests that are too slow for every run take turns: a run covers one part in N, chosen by its seed. The gate
 * (scripts/gate/turns.mjs) chooses a seed whose parts have waited longest; any other run uses the clock. Every run
 * prints its seed, and `TEST_SEED=…` repeats it. `npm run test:all` (TEST_DEEP=1) covers everything.
 */

/** True when this run covers everything. */
export const isDeep = process.env.TEST_DEEP === '1'

// Child processes inherit the seed, so that all of them choose the same parts.
process.env.TEST_SEED ||= String(Date.now() % 2 ** 31)

export const seed = Number(process.env.TEST_SEED)
if (!Number.isInteger(seed)) throw new Error(`TEST_SEED is no whole number: ${process.env.TEST_SEED}`)

/** Hashes a text to a number of 31 bits. */
function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() >>> 1
}

/** Returns true when a run with this seed covers `key`; of `parts` seeds in a row, one does. */
export function isTurnOf(key: string, parts: number, seed: number): boolean {
  return (numberOf(key) + seed) % parts === 0
}

/** Returns true when this run covers `key`; each run covers about one of every `parts` keys. */
export function isDue(key: string, parts: number): boolean {
  return isDeep || isTurnOf(key, parts, seed)
}

/** Returns true when a run with this seed covers `key`, a part of a file, route or page that itself takes turns. */
export function isInnerTurnOf(key: string, parts: number, seed: number): boolean {
  return (numberOf(key) + roundOf(seed)) % parts === 0
}

/** Returns true when this run covers `key`, a part of a file, route or page that itself takes turns. */
export function isInnerDue(key: string, parts: number): boolean {
  return isDeep || isInnerTurnOf(key, parts, seed)
}

/** Parts that the change reaches, as written by the gate (scripts/gate/reach.mjs). */
interface Reach {
  allRoutes: boolean
  /** Ids of routes: `routes/school+/_shell+/classes+/index`. */
  routes: string[]
  /** Long test files whose subject changed: all of their parts run. */
  wholeFiles: string[]
}

let reach: { allRoutes: boolean; routes: ReadonlySet<string>; wholeFiles: readonly string[] } | undefined

function reachOfChange(): NonNullable<typeof reach> {
  const file = process.env.TEST_REACH
  const nothing: Reach = { allRoutes: false, routes: [], wholeFiles: [] }
  const { allRoutes, routes, wholeFiles }: Reach = file ? JSON.parse(readFileSync(file, 'utf8')) : nothing
  return { allRoutes, routes: new Set(routes), wholeFiles }
}

/**
 * Returns true when this run covers `key`, a part of a long test file: always when the change reaches the file,
 * otherwise once in `parts` runs of the file.
 * @param file address of the test file, `import.meta.url`
 */
export function isPartDue(file: string, key: string, parts: number): boolean {
  reach ??= reachOfChange()
  return reach.wholeFiles.some((name) => file.endsWith(`/${name}`)) || isInnerDue(key, parts)
}

/**
 * After a change that reaches all routes, a number of parts is halved only up to this limit. Larger numbers belong to
 * pages in a browser, which cost most and reveal least about such a change.
 */
const maxHalved = 10

/**
 * A change that reaches more routes than this by name, such as a change of the forms, makes the browser open only the
 * pages whose turn it is.
 */
const maxRoutesByName = 100

/**
 * Returns true when this run tests a route: always when the change reaches it by name, otherwise once in `parts` runs.
 * After a change that reaches all routes, such as a change of a factory, `parts` is halved up to `maxHalved`. For more
 * parts (pages in a browser), only the turn counts when a change reaches over `maxRoutesByName` routes by name.
 */
export function isRouteDue(id: string, parts: number): boolean {
  reach ??= reachOfChange()
  const isInBrowser = parts > maxHalved
  if (reach.routes.has(id) && !(isInBrowser && reach.routes.size > maxRoutesByName)) return true
  return isDue(id, reach.allRoutes && !isInBrowser ? Math.ceil(parts / 2) : parts)
}

export function printSeed(): void {
  console.log(isDeep ? `Nothing takes turns. Seed: ${seed}` : `What takes turns is drawn by TEST_SEED=${seed}`)
}

/** Returns the seed of this run for `key`. */
export function seedOf(key: string): number {
  return numberOf(`${seed} ${key}`)
}
