import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isInnerTurnOf, isTurnOf } from './rotation'

/** Numbers of parts of turns in the gate that contain other turns, and of those turns. */
const outerParts = [2, 3, 4, 5, 6, 10, 20, 50, 100]
const innerParts = [2, 3, 4, 6, 7]

describe('isInnerTurnOf', () => {
  it.each(outerParts)('comes together with an outer turn of one in %i runs, for each inner turn', (outer) => {
    for (const inner of innerParts) {
      const never = ['a', 'b', 'c', 'd', 'e', 'f'].filter((key) => {
        // Inner turns count rounds of 300 seeds.
        for (let seed = 0; seed < 300 * inner; seed++)
          if (isTurnOf(key, outer, seed) && isInnerTurnOf(key, inner, seed)) return false
        return true
      })
      expect(never, `${outer} and ${inner}`).toEqual([])
    }
  })

  it('selects a key in one of its parts of the runs in which the outer turn selects it', () => {
    const outer = Array.from({ length: 1800 }, (_, seed) => seed).filter((seed) => isTurnOf('backup', 3, seed))
    expect(outer).toHaveLength(600)
    expect(outer.filter((seed) => isInnerTurnOf('backup', 3, seed))).toHaveLength(200)
  })
})

describe('isPartDue', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })

  it('covers every part of a file that the change reaches, and takes turns in others', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'shala-reach-'))
    const file = path.join(folder, 'reach.json')
    writeFileSync(file, JSON.stringify({ allRoutes: false, routes: [], wholeFiles: ['tests/x/reached.test.ts'] }))
    vi.stubEnv('TEST_REACH', file)
    vi.stubEnv('TEST_DEEP', '')
    vi.resetModules()
    const { isPartDue } = await import('./rotation')
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p']
    const dueIn = (name: string) => keys.filter((key) => isPartDue(`file:///clone/${name}`, key, 3))
    expect(dueIn('tests/x/reached.test.ts')).toEqual(keys)
    expect(dueIn('tests/x/other.test.ts').length).toBeLessThan(keys.length)
    rmSync(folder, { recursive: true })
  })
})

describe('tests whose file or route takes turns', () => {
  it('use inner turns for their parts', () => {
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
