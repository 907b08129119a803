import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/*
 * What takes too long to be asked of everything in every run takes turns: a run asks one part in N, chosen by its seed. The gate
 * (scripts/gate/turns.mjs) chooses a seed whose parts have waited longest; any other run takes the clock. Every run prints its seed, and
 * `TEST_SEED=…` repeats it. `npm run test:all` (TEST_DEEP=1) asks everything.
 */

/** Whether this run asks everything. */
export const isDeep = process.env.TEST_DEEP === '1'

// Processes that this one starts inherit the seed, so that all of them draw the same parts.
process.env.TEST_SEED ||= String(Date.now() % 2 ** 31)

/** The seed of this run. */
export const seed = Number(process.env.TEST_SEED)
if (!Number.isInteger(seed)) throw new Error(`TEST_SEED is no whole number: ${process.env.TEST_SEED}`)

/** Hash of a text as a number of 31 bits. */
function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() >>> 1
}

/** Whether this run asks `key`, when each run asks one key in `parts`. Turns within turns need numbers without a common factor. */
export function isDue(key: string, parts: number): boolean {
  return isDeep || (numberOf(key) + seed) % parts === 0
}

/** What the change reaches, as the gate wrote it (scripts/gate/reach.mjs). */
interface Reach {
  allRoutes: boolean
  /** Ids of routes: `routes/school+/_shell+/classes+/index`. */
  routes: string[]
}

let reach: { allRoutes: boolean; routes: ReadonlySet<string> } | undefined

function reachOfChange(): NonNullable<typeof reach> {
  const file = process.env.TEST_REACH
  const { allRoutes, routes }: Reach = file ? JSON.parse(readFileSync(file, 'utf8')) : { allRoutes: false, routes: [] }
  return { allRoutes, routes: new Set(routes) }
}

/**
 * Whether this run tests a route: always when the change reaches it by name, else once in `parts` runs. After a change that reaches all routes,
 * such as one of a factory, once in `parts / 2` runs.
 */
export function isRouteDue(id: string, parts: number): boolean {
  reach ??= reachOfChange()
  return reach.routes.has(id) || isDue(id, reach.allRoutes ? Math.ceil(parts / 2) : parts)
}

/** Prints how to repeat this run. */
export function printSeed(): void {
  console.log(isDeep ? `Nothing takes turns. Seed: ${seed}` : `What takes turns is drawn by TEST_SEED=${seed}`)
}

/** The seed of this run for `key` alone. */
export function seedOf(key: string): number {
  return numberOf(`${seed} ${key}`)
}
