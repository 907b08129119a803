import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

/*
 * What takes too long to be asked of everything in every run is asked in turn: each run draws by its seed, says which seed it was,
 * and can be repeated with `TEST_SEED=…`. `npm run test:all` (TEST_DEEP=1) draws nothing and asks everything.
 */

/** Whether this run leaves nothing to another one. */
export const isDeep = process.env.TEST_DEEP === '1'

/**
 * The seed of this run: the day in India and what the commit holds of the product and its tests, so that another day and another change
 * look elsewhere, and a change of words about them does not.
 */
export const seed = Number(process.env.TEST_SEED || seedOfToday())

function seedOfToday(): number {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
  return numberOf(
    `${day} ${execFileSync('git', ['rev-parse', 'HEAD:app', 'HEAD:server', 'HEAD:tests'], { encoding: 'utf8' })}`,
  )
}

/** A number of 31 bits that belongs to a text. */
function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() >>> 1
}

/** Whether the turn of `key` has come in this run, when one in `turns` is asked each time. */
export function isDue(key: string, turns: number): boolean {
  return isDeep || (numberOf(key) + seed) % turns === 0
}

let lately: ReadonlySet<string> | undefined

/** The same of a route by its id, whose file has its turn also when one of the last thirty commits touched it: what is new need not wait. */
export function isRouteDue(id: string, turns: number): boolean {
  lately ??= changedLately()
  return isDue(id, turns) || lately.has(`app/${id}.tsx`)
}

/** A commit that touches half the house says nothing. */
function changedLately(): ReadonlySet<string> {
  const log = execFileSync('git', ['log', '-30', '--name-only', '--format=%x00'], { encoding: 'utf8' })
  const commits = log.split('\0').map((files) => files.split('\n').filter(Boolean))
  return new Set(commits.filter((files) => files.length < 100).flat())
}

/** At the beginning of a run: all its processes draw by one seed, also past midnight, and whoever reads the output can give it again. */
export function sayTheSeed(): void {
  process.env.TEST_SEED = String(seed)
  console.log(isDeep ? `Nothing takes turns. Seed: ${seed}` : `What takes turns is drawn by TEST_SEED=${seed}`)
}

/** The seed of this run for `key` alone. */
export function seedOf(key: string): number {
  return numberOf(`${seed} ${key}`)
}
