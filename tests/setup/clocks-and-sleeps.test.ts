import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import reasons from './clocks-and-sleeps.json'

const isTest = /\.(test|suite|spec)\.tsx?$/
/**
 * Tests and their helpers. Excludes the benches, which measure time on purpose, and this file, which contains the
 * patterns.
 */
const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '-z', 'app', 'sandbox', 'scripts', 'server', 'tests'],
  { encoding: 'utf8' },
)
  .split('\0')
  .filter((name) => (name.startsWith('tests/') ? /\.(ts|tsx|mjs)$/.test(name) : isTest.test(name)))
  .filter((name) => !name.startsWith('tests/bench/') && name !== 'tests/setup/clocks-and-sleeps.test.ts')
  .map((name) => ({ name, text: readFileSync(name, 'utf8') }))

/** Files with numbers that only look like time limits of a test, with the reason for each. */
const exempt: Record<string, string> = {
  'app/models/people/accounts/second-factor/passkeys.db.test.ts': 'the timeout that WebAuthn gives to a browser',
  'tests/cluster/cluster.test.ts': 'how long pages are asked while a server is late',
  'tests/cluster/cluster.ts': 'one question to a server that may be cut off; it is asked again',
  'tests/deploy/house.mjs': 'limits that `Listened` multiplies, in a program without the helpers of tests',
  'tests/deploy/image.mjs': 'limits that `Listened` multiplies, in a program without the helpers of tests',
  'tests/deploy/nginx.mjs': 'limits that `Listened` multiplies, in a program without the helpers of tests',
  'tests/deploy/units.mjs': 'a machine that boots, asked by a program without the helpers of tests',
  'tests/e2e/http/conformance.test.ts': 'how long the browser looks for what is not there',
  'tests/e2e/http/network.ts': 'when an idle connection is closed',
  'tests/fees/collections.spec.ts': 'one look at a page that is loaded again until it shows the text',
  'tests/fees/money.spec.ts': 'one look at a page that is loaded again until it shows the text',
  'tests/messaging/messaging.spec.ts': 'one look at a page that is loaded again until it shows the text',
  'tests/reliability/stage.ts': '`until` multiplies its limit itself',
}

/**
 * Code that makes a test depend on the speed of the machine. A past moment, `new Date(Date.now() - …)`, is harmless
 * data.
 */
const clock =
  /performance\.now|memoryUsage|cpuUsage|(?<!new Date\()Date\.now\(\) -|\bsleep\(|(?<!\btest\.)\bsetTimeout\(|waitForTimeout/g

const number = String.raw`(?:\d+ \* )?(?:[\d_]{4,}|\d+ \* 1000)`
/** Limits that ignore the machine's speed: `}, 60_000)` after a test, `{ timeout: 5 * 60_000 }`, `limitMs = 90_000`. */
const fixedLimits = [
  new RegExp(String.raw`^\s*\}, ${number}\)$`, 'm'),
  /\b(timeout|\w+Timeout|(\w+L|l)imitMs|(\w+T|t)imeoutMs)(:| =) ['"]?[1-9]/,
  /\btest\.setTimeout\([\d_]/,
  /_(TIMEOUT|PATIENCE)_MS( = | \?\?= |: )'\d/,
  new RegExp(String.raw`\bconst (join|import|patience|wait)Ms = ${number}`),
  /\bconst limit = [\d_]{4,}$/m,
  new RegExp(String.raw`\b(deadline|until) = Date\.now\(\) \+ ${number}`),
]

/** Returns the texts of all calls of a function, with their arguments. */
function callsOf(name: string, text: string): string[] {
  return [...text.matchAll(new RegExp(String.raw`\b${name.replace('.', String.raw`\.`)}\(`, 'g'))].map(({ index }) => {
    let depth = 0
    for (let at = index + name.length; at < text.length; at++) {
      if (text[at] === '(') depth += 1
      if (text[at] === ')') depth -= 1
      if (depth === 0) return text.slice(index, at + 1)
    }
    return text.slice(index)
  })
}

/** Returns true when a call of `vi.waitFor` sets no limit: Vitest's default is one second, even on a slow machine. */
const waitsWithoutLimit = (text: string) => callsOf('vi.waitFor', text).some((call) => !call.includes('timeout'))

const ignoresTheMachine = (text: string) => fixedLimits.some((limit) => limit.test(text)) || waitsWithoutLimit(text)

/** A limit that grows with a number of repetitions: `patience(count * 10_000)`, `patience(150_000 + count * 60)`. */
const limitForAllRepetitions = /\bpatience\([^)]*\b[a-z]\w* \* /

/**
 * Returns true when the time of many steps together has a limit: a loop with a limit for all of its repetitions, or a
 * set-up that makes the test data of all routes (`makeWorld`) within Vitest's own limit.
 */
const limitsManySteps = (text: string) =>
  limitForAllRepetitions.test(text) ||
  callsOf('beforeAll', text).some((call) => /\bmakeWorld\([^)\s]/.test(call) && !call.includes('steadily('))

/** Files with a limit for many steps, with the reason for each. */
const limitedInAll: Record<string, string> = {
  'tests/e2e/move-in.spec.ts': 'a limit for a number of students that is given by hand; each step also has a limit',
  'tests/setup/steadily.ts': 'seconds without a step, as milliseconds',
}

describe('the tests', () => {
  it('read clocks and sleep only as often as clocks-and-sleeps.json lists, and for the reason given there', () => {
    expect(files.length).toBeGreaterThan(500)
    const uses = files.map(({ name, text }) => [name, [...text.matchAll(clock)].length] as const)
    const known = Object.entries(reasons).map(([name, { uses }]) => [name, uses] as const)
    const sorted = (list: (readonly [string, number])[]) =>
      Object.fromEntries(list.filter(([, count]) => count > 0).sort())
    expect(sorted(uses)).toEqual(sorted(known))
    for (const [name, { reason }] of Object.entries(reasons)) expect(reason.length, name).toBeGreaterThan(20)
  })

  it('have no time limit that ignores the speed of the machine', () => {
    expect(
      files.filter(({ name, text }) => !(name in exempt) && ignoresTheMachine(text)).map(({ name }) => name),
    ).toEqual([])
  })

  it('limit the time without a step, and not the time of all steps together', () => {
    const found = files.filter(({ text }) => limitsManySteps(text)).map(({ name }) => name)
    expect(found.filter((name) => !(name in limitedInAll))).toEqual([])
    expect(Object.keys(limitedInAll).filter((name) => !found.includes(name))).toEqual([])
  })

  it.each([
    ['patience(scheduleCount * 10_000)', true],
    ['patience(150_000 + count * 60)', true],
    ['patience(60 * 1000)', false],
    ['patience(step.maxMs)', false],
    ['beforeAll(async () => { house = await openHouse(); world = await makeWorld(house.app) })', true],
    ['beforeAll(() => steadily(async () => { world = await makeWorld(house.app) }), hourMs)', false],
    ['beforeAllSteadily(async (step) => { world = await makeWorld(house.app, { step }) })', false],
    ['beforeAll(async () => { world = await makeWorld() })', false],
  ])('recognises in %s whether many steps have one limit together', (text, isLimited) => {
    expect(limitsManySteps(text)).toBe(isLimited)
  })

  it.each([
    ['}, 60_000)', true],
    ['}, patience(60_000))', false],
    ['{ timeout: 30 * 60_000 }', true],
    ['{ timeout: 400 }', true],
    ['{ timeout: patience(400) }', false],
    ["process.env.PAYMENT_TIMEOUT_MS = '300'", true],
    ["process.env.DATABASE_PATIENCE_MS ??= '15000'", true],
    ['DATABASE_PATIENCE_MS: String(databasePatienceMs)', false],
    ['const importMs = 150_000', true],
    ['const limit = 240_000', true],
    ['new Listened(command, { limitMs: 200 })', true],
    ['providerOf(sandbox, { timeoutMs: 2000 })', true],
    ['providerOf(sandbox, { timeoutMs: patience(2000) })', false],
    ['async function against(listener, timeoutMs = 500) {', true],
    ['createConnection({ connectTimeout: 1000 })', true],
    ['vi.waitFor(() => expect(1).toBe(1))', true],
    ['vi.waitFor(() => expect(1).toBe(1), { timeout: patience(5000) })', false],
  ])('recognises in %s whether a time limit is fixed', (text, isFixed) => {
    expect(ignoresTheMachine(text)).toBe(isFixed)
  })
})
