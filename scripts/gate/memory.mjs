import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { root } from '../processes.mjs'
import { filesUnder } from '../sources.mjs'
import { DEEP_CHECKS } from './checks.mjs'
import { withTurn } from './turns.mjs'

/*
 * The gate's memory: one tracked file. Runs in a working copy write it, and it is committed with the change; a landing
 * run (CI) only reads it. Ages are counted up to the date of HEAD, so that an old commit does not turn red by itself.
 */

/** Path in the clone. A change of this file reaches no test. */
export const memoryPath = 'tests/gate-memory.json'

/** The parts of `npm run test:all`. It is green when each part was green on the same product sources. */
export const PARTS = ['tests', ...Object.keys(DEEP_CHECKS)]

/** Paths of the product sources for git, without tests. */
const PRODUCT_FOLDERS = ['app', 'server', 'sandbox', 'prisma-free-db', 'public']
const PRODUCT_PATHS = [...PRODUCT_FOLDERS, 'package-lock.json', ':!*.test.ts', ':!*.test.tsx']
const DAY_MS = 86_400_000
const MAX_DAYS = 10
const MAX_COMMITS = 300
const KEPT_TIMES = 5
/** Minimum duration to remember for a test file, because the order of faster files does not matter. */
const LEAST_SECONDS = 1

const empty = (clone) => ({
  countedFrom: head(clone),
  green: null,
  deep: null,
  parts: {},
  flaky: [],
  reached: {},
  turns: { runs: 0, last: {} },
  seconds: {},
  flows: {},
})

export function readMemory(clone = root) {
  try {
    return { ...empty(clone), ...JSON.parse(readFileSync(join(clone, memoryPath), 'utf8')) }
  } catch (error) {
    if (error.code === 'ENOENT') return empty(clone)
    throw error
  }
}

/** Writes the memory with one line per entry of a list or map, so that two changes merge. */
export function writeMemory(memory, clone = root) {
  const line = ([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`
  const map = (entries) => (entries.length === 0 ? '{}' : `{\n${entries.map(line).join(',\n')}\n  }`)
  const list = (items) =>
    items.length === 0 ? '[]' : `[\n${items.map((one) => `    ${JSON.stringify(one)}`).join(',\n')}\n  ]`
  const sorted = (record) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  const parts = [
    ['countedFrom', JSON.stringify(memory.countedFrom)],
    ['green', JSON.stringify(memory.green)],
    ['deep', JSON.stringify(memory.deep)],
    ['parts', map(sorted(memory.parts))],
    ['flaky', list(memory.flaky)],
    ['reached', map(sorted(memory.reached))],
    ['turns', `{ "runs": ${memory.turns.runs}, "last": ${JSON.stringify(memory.turns.last)} }`],
    ['seconds', map(sorted(memory.seconds))],
    ['flows', map(sorted(memory.flows))],
  ]
  const file = join(clone, memoryPath)
  writeFileSync(`${file}.${process.pid}`, `{\n${parts.map(([key, text]) => `  "${key}": ${text}`).join(',\n')}\n}\n`)
  renameSync(`${file}.${process.pid}`, file)
}

/** Commit that is checked out, and its date in milliseconds. */
export function head(clone = root) {
  const [commit, date] = git(clone, 'log', '-1', '--format=%H %ct').trim().split(' ')
  return { commit, date: Number(date) * 1000 }
}

/** State at the start of a run. A result counts for a commit only when the end of the run finds the same state. */
export const snapshot = (clone = root) => ({ ...head(clone), isClean: isClean(clone), product: hashOfProduct(clone) })

/** Returns true when the working copy equals HEAD, ignoring the memory. */
export function isClean(clone = root) {
  return git(clone, 'status', '--porcelain', '--', '.', `:!${memoryPath}`).trim() === ''
}

/**
 * 16 hexadecimal digits that change with the behaviour of the product. Tests, comments, types and code layout do not
 * count, so that a comment can be corrected between two parts of `npm run test:all`.
 */
export function hashOfProduct(clone = root) {
  const hash = createHash('sha256')
  const files = PRODUCT_FOLDERS.flatMap((folder) => filesUnder(join(clone, folder)))
    .filter((file) => !/\.test\.tsx?$|\/paraglide\/|\/generated\//.test(file))
    .sort()
  for (const file of [...files, join(clone, 'package-lock.json')]) {
    const content = withoutComments(file)
    hash.update(`${file.slice(clone.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

const LOADERS = { '.ts': 'ts', '.mts': 'ts', '.tsx': 'tsx', '.js': 'js', '.mjs': 'js', '.css': 'css' }

/** Executable content of a source: without comments, types and layout. Other files count unchanged. */
function withoutComments(file) {
  const content = readFileSync(file)
  const loader = LOADERS[extname(file)]
  if (!loader) return content
  // Loaded lazily: a clone without packages reads the memory too.
  const { transformSync } = createRequire(import.meta.url)('esbuild')
  return transformSync(content, {
    loader,
    jsx: 'preserve',
    minifyWhitespace: true,
    legalComments: 'none',
    tsconfigRaw: {},
    logLevel: 'error',
  }).code
}

/** Sentence about the last green `npm run test:all`, and whether it is too old. */
export function ageOfDeepRun(memory, clone = root) {
  const since = memory.deep ?? memory.countedFrom
  const days = Math.floor((head(clone).date - since.date) / DAY_MS)
  const commits = commitsSince(since.commit, clone)
  const what = memory.deep
    ? 'npm run test:all was last green'
    : 'npm run test:all has not been green since the gate began to remember,'
  return {
    isTooOld: days > MAX_DAYS || (commits ?? 0) > MAX_COMMITS,
    sentence:
      `${what} ${days} days and ${commits ?? 'an unknown number of'} commits of the product ago (at most ${MAX_DAYS} days or ` +
      `${MAX_COMMITS} commits).` +
      (memory.deep?.skips?.length > 0 ? ` It skipped ${memory.deep.skips.join(', ')}.` : ''),
  }
}

/** Number of commits from `commit` to HEAD that change product sources; null when the clone does not have `commit`. */
function commitsSince(commit, clone) {
  try {
    return Number(git(clone, 'rev-list', '--count', `${commit}..HEAD`, '--', ...PRODUCT_PATHS).trim())
  } catch {
    return null
  }
}

/**
 * Returns the reason why flaky tests make this run fail: more than three of them, or one for the second time in a week.
 * '' if neither is so.
 * @param {string[]} names tests that passed on their second try in this run
 */
export function flakyTrouble(memory, names, now = head()) {
  if (names.length > 3) return `${names.length} tests passed only on their second try; the limit is 3.`
  const lately = memory.flaky.filter(({ date }) => now.date - date < 7 * DAY_MS).map(({ name }) => name)
  const again = names.filter((name) => lately.includes(name))
  return again.length > 0 ? `Passed only on the second try for the second time in a week: ${again.join('; ')}` : ''
}

/** Flaky tests of the last 30 days, with those of this run; `at` distinguishes two runs of one commit. */
function withFlaky(memory, names, now) {
  const lately = memory.flaky.filter(({ date }) => now.date - date < 30 * DAY_MS)
  return [...lately, ...names.map((name) => ({ name, ...now, at: Date.now() }))]
}

/**
 * The memory after a run in a working copy. A failed run changes neither the green commit nor the turns (which of the
 * rotating tests are next), so that the next run repeats its tests.
 * @param {object} run
 * @param {boolean} run.isGreen
 * @param {ReturnType<typeof snapshot>} run.start
 * @param {boolean} run.isWhole true when the change was counted from the memory's green commit, not from TEST_SINCE
 * @param {number} run.seed
 * @param {string[]} run.flaky
 * @param {Record<string, number>} run.seconds by file
 * @param {Record<string, string[]>} run.flows routes that each flow visited
 */
export function afterRun(memory, { isGreen, start, isWhole, seed, flaky, seconds, flows }, clone = root) {
  const now = head(clone)
  const isHere = (file) => existsSync(join(clone, file)) || existsSync(join(clone, 'tests', file))
  const times = Object.fromEntries(Object.entries(memory.seconds).filter(([file]) => isHere(file)))
  for (const [file, taken] of Object.entries(seconds)) {
    if (taken >= LEAST_SECONDS) times[file] = [...(times[file] ?? []), Math.round(taken)].slice(-KEPT_TIMES)
  }
  return {
    ...memory,
    green: isGreen && isWhole && isSame(start, clone) ? now : memory.green,
    flaky: withFlaky(memory, flaky, now),
    turns: isGreen ? withTurn(memory.turns, seed) : memory.turns,
    seconds: times,
    flows: united(memory.flows, flows),
  }
}

/** Returns true when the clone is committed and unchanged since the start of the run. */
function isSame(start, clone) {
  const end = snapshot(clone)
  return start.isClean && end.isClean && start.commit === end.commit && start.product === end.product
}

/** Merges the routes of flows with those of earlier runs, because one run does not walk a flow in every mode. */
function united(known, found) {
  const routesOf = (title) => [...new Set([...(known[title] ?? []), ...(found[title] ?? [])])].sort()
  return Object.fromEntries([...Object.keys(known), ...Object.keys(found)].map((title) => [title, routesOf(title)]))
}

/** Number of consecutive runs in which each listed figure reached its goal. A missed goal removes the figure. */
function withReached(known, figures) {
  const counts = { ...known }
  for (const [key, isReached] of figures) {
    if (isReached) counts[key] = (counts[key] ?? 0) + 1
    else delete counts[key]
  }
  return counts
}

/**
 * The memory after a part of `npm run test:all`: its flaky tests, and the part itself when it was green.
 * @param {object} memory
 * @param {string} part
 * @param {object} run
 * @param {boolean} run.isGreen
 * @param {ReturnType<typeof snapshot>} run.start
 * @param {string[]} [run.skips] checks that ALLOW_SKIPPED allowed to be skipped
 * @param {string[]} [run.flaky] tests that no other record of this run names
 * @param {number} [run.minutes]
 * @param {[string, boolean][]} [run.figures] listed figures of the benches, and whether they reached their goals
 */
export function afterPart(
  memory,
  part,
  { isGreen, start, skips = [], flaky = [], figures = [], minutes },
  clone = root,
) {
  const withNames = {
    ...memory,
    flaky: withFlaky(memory, flaky, head(clone)),
    reached: withReached(memory.reached, figures),
  }
  if (!isGreen || !isSame(start, clone)) return withNames
  const now = { ...head(clone), product: start.product, skips }
  const parts = { ...memory.parts, [part]: { ...now, minutes } }
  const isWhole = PARTS.every((one) => parts[one]?.product === now.product)
  const allSkips = PARTS.flatMap((one) => parts[one]?.skips ?? [])
  return { ...withNames, parts, deep: isWhole ? { ...now, skips: allSkips } : memory.deep }
}

/** Median seconds of a file over its last runs; 0 if no run is remembered. */
export function secondsOf(memory, file) {
  const times = [...(memory.seconds[file] ?? [])].sort((a, b) => a - b)
  return times[Math.floor(times.length / 2)] ?? 0
}

const git = (clone, ...words) =>
  execFileSync('git', words, { cwd: clone, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
