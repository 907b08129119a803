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

/**
 * Code that makes a test depend on the speed of the machine. A past moment, `new Date(Date.now() - …)`, is harmless
 * data.
 */
const clock =
  /performance\.now|memoryUsage|cpuUsage|(?<!new Date\()Date\.now\(\) -|\bsleep\(|(?<!\btest\.)\bsetTimeout\(|waitForTimeout/
/** A limit that ignores the machine's speed: `}, 60_000)` after a test, `{ timeout: 60_000 }`. */
const fixedLimit = /^\s*\}, [\d_]{4,}\)$|\b(timeout|testTimeout|hookTimeout): [\d_]{5,}|\btest\.setTimeout\([\d_]/m

describe('the tests', () => {
  it('read clocks and sleep only with a reason in clocks-and-sleeps.json', () => {
    expect(files.length).toBeGreaterThan(500)
    expect(
      files
        .filter(({ text }) => clock.test(text))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(reasons).sort())
    for (const [name, reason] of Object.entries(reasons)) expect(reason.length, name).toBeGreaterThan(20)
  })

  it('have no limit that ignores the speed of the machine', () => {
    // Exempt, because it contains the WebAuthn timeout of a browser.
    const exempt = /passkeys\.db\.test/
    const others = files.filter(({ name }) => !exempt.test(name))
    expect(others.filter(({ text }) => fixedLimit.test(text)).map(({ name }) => name)).toEqual([])
  })
})
