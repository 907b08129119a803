import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isInnerTurnOf, isTurnOf } from './rotation'

/** Numbers of parts into which tests split their files, routes and pages (outer), or a single one of these (inner). */
const outerParts = [2, 3, 4, 5, 6, 10, 20, 50, 100]
const innerParts = [2, 3, 4, 6, 7]

describe('isInnerTurnOf', () => {
  it.each(outerParts)(
    'selects every inner part in some run that selects its outer part, with %i outer parts',
    (outer) => {
      for (const inner of innerParts) {
        const never = ['a', 'b', 'c', 'd', 'e', 'f'].filter((key) => {
          // The inner part changes only every 300 seeds, so `inner` times 300 seeds select all inner parts.
          for (let seed = 0; seed < 300 * inner; seed++)
            if (isTurnOf(key, outer, seed) && isInnerTurnOf(key, inner, seed)) return false
          return true
        })
        expect(never, `${outer} and ${inner}`).toEqual([])
      }
    },
  )

  it('selects one of three inner parts in a third of the runs that select its outer part', () => {
    const outer = Array.from({ length: 1800 }, (_, seed) => seed).filter((seed) => isTurnOf('backup', 3, seed))
    expect(outer).toHaveLength(600)
    expect(outer.filter((seed) => isInnerTurnOf('backup', 3, seed))).toHaveLength(200)
  })
})

/** Loads the module as in a run whose change reaches these routes and files. */
async function withReach(reach: { routes?: string[]; wholeFiles?: string[] }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'shala-reach-'))
  const file = path.join(folder, 'reach.json')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(file, JSON.stringify({ allRoutes: false, routes: [], wholeFiles: [], ...reach }))
  vi.stubEnv('TEST_REACH', file)
  vi.stubEnv('TEST_DEEP', '')
  vi.resetModules()
  return import('./rotation')
}

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

describe('isPartDue', () => {
  it('runs every part of a file that the change reaches, and some parts of other files', async () => {
    const { isPartDue } = await withReach({ wholeFiles: ['tests/x/reached.test.ts'] })
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p']
    const dueIn = (name: string) => keys.filter((key) => isPartDue(`file:///clone/${name}`, key, 3))
    expect(dueIn('tests/x/reached.test.ts')).toEqual(keys)
    expect(dueIn('tests/x/other.test.ts').length).toBeLessThan(keys.length)
  })
})

describe('isRouteDue', () => {
  const routes = Array.from({ length: 300 }, (_, index) => `routes/page-${index}`)

  it('returns true for every route that the change reaches, and for some of the others', async () => {
    const { isRouteDue } = await withReach({ routes: routes.slice(0, 100) })
    for (const parts of [5, 10, 20, 100]) {
      expect(routes.slice(0, 100).filter((id) => !isRouteDue(id, parts))).toEqual([])
      expect(routes.slice(100).filter((id) => isRouteDue(id, parts)).length).toBeLessThan(100)
    }
  })

  it('selects fewer routes for the browser, but all for other tests, when a change reaches more than 100', async () => {
    const { isRouteDue } = await withReach({ routes })
    expect(routes.filter((id) => !isRouteDue(id, 10))).toEqual([])
    expect(routes.filter((id) => isRouteDue(id, 20)).length).toBeLessThan(60)
  })
})

describe('tests of a file or route that only some runs include', () => {
  it('select their inner parts by isInnerDue or isPartDue, never by isDue', () => {
    const names = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', 'tests'], { encoding: 'utf8' })
    const files = names.split('\0').filter((name) => /\.ts$/.test(name) && !name.startsWith('tests/setup/'))
    const inTurn = files.filter(
      (name) =>
        /^tests\/(reliability|faults)\/|\/killed\.|^tests\/security\/post-checks/.test(name) ||
        readFileSync(name, 'utf8').includes('isRouteDue('),
    )
    expect(inTurn.length).toBeGreaterThan(20)
    expect(
      inTurn.filter((name) => /\bisDue\(/.test(readFileSync(name, 'utf8').replace(/isDue\(id\)|isDue: /g, ''))),
    ).toEqual([])
  })
})
