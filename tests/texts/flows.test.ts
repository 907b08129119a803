import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readFlowRoutes } from '../../scripts/flow-routes.mjs'
import { type Flow, flows, flowsRegistered, inBrowser, type Mode, modes } from '../e2e/flows'
import type { FlowCoverage } from '../e2e/modes'
import { type Piece, pieces, piecesOf } from '../e2e/pieces'
import { policies } from '../security/policies'

const sources = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => ({ name, text: readFileSync(`tests/${name}`, 'utf8') }))

const registered = sources.flatMap(({ text }) => flowsRegistered(text))

const names = Object.keys(flows) as Flow[]
const coverageOf = (name: Flow): FlowCoverage => flows[name]

describe('the flows of the product', () => {
  it('are each run by one end-to-end test, in every required mode', () => {
    // `flow` runs its body in every mode that `flows` lists for its title, so a registered flow misses no mode.
    expect([...registered].sort()).toEqual(Object.keys(flows).sort())
    for (const [name, cells] of Object.entries(flows)) {
      expect(cells.modes.length, name).toBeGreaterThan(0)
      expect(cells.modes.every((mode) => modes.includes(mode))).toBe(true)
    }
  })

  it('use a real browser for the mode without scripts in 12 to 24 cases, each for a stated reason', () => {
    for (const [name, reason] of Object.entries(inBrowser)) {
      expect(coverageOf(name as Flow).modes, name).toContain('light')
      expect(reason).toBeTruthy()
    }
    // Fewer would leave Back, printing or the keyboard untested; many more would make the scriptless driver pointless.
    expect(Object.keys(inBrowser).length).toBeGreaterThanOrEqual(12)
    expect(Object.keys(inBrowser).length).toBeLessThanOrEqual(24)
  })

  it('are never skipped, focused or expected to fail', () => {
    const left = sources.filter(({ text }) => /\b(test|flow|describe)\.(skip|fixme|only|fail)\b|\bskip\(/.test(text))
    expect(left.map(({ name }) => name)).toEqual([])
  })

  it('have no title that is the end of another title, because projects select flows by the end of the title', () => {
    const ambiguous = names.filter((name) => names.some((other) => other !== name && other.endsWith(` ${name}`)))
    expect(ambiguous).toEqual([])
  })

  it("are registered by Playwright's own function, so that a report names their file", () => {
    const base = readFileSync('tests/e2e/base.ts', 'utf8')
    expect(base).toMatch(/^export const flow = test as /m)
  })
})

describe('the pieces of pages', () => {
  it('are listed for every flow with scripts, and each is listed for at least one flow', () => {
    const withScript = names.filter((name) => coverageOf(name).modes.includes('enhanced'))
    expect(withScript.filter((name) => coverageOf(name).pieces.length === 0)).toEqual([])
    const used = new Set(withScript.flatMap((name) => coverageOf(name).pieces))
    expect((Object.keys(pieces) as Piece[]).filter((piece) => !used.has(piece))).toEqual([])
  })

  it('are each used by a page that has an address', () => {
    const shown = Object.keys(policies).filter((id) => policies[id]?.get !== 'nobody' && existsSync(`app/${id}.tsx`))
    const found = new Set(shown.flatMap((id) => piecesOf(`app/${id}.tsx`)))
    // Layouts have no address of their own, so their pieces are added here.
    for (const side of ['school', 'students'])
      for (const piece of piecesOf(`app/routes/${side}+/_shell+/_layout.tsx`)) found.add(piece)
    expect((Object.keys(pieces) as Piece[]).filter((piece) => !found.has(piece))).toEqual([])
  })

  it('are those that a route module or its parts import, directly or through a module that only re-exports them', () => {
    expect(piecesOf('app/routes/school+/_shell+/vehicles+/$id.documents.new.tsx')).toEqual(
      expect.arrayContaining(['vehicle documents', 'upload', 'form']),
    )
    // The sign-in page does not import the file field, but other parts of `~/components/forms`, which re-exports it.
    expect(piecesOf('app/routes/students+/login.tsx')).not.toContain('upload')
  })
})

describe('the flows of a run', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-flows-'))
  afterEach(() => vi.unstubAllEnvs())

  async function askedWith(due: readonly string[], seed: number, specs: string[] = []): Promise<Record<Mode, Flow[]>> {
    const file = path.join(folder, 'due.json')
    writeFileSync(file, JSON.stringify({ due, specs }))
    vi.stubEnv('TEST_FLOWS', file)
    return askedIn(seed)
  }

  async function askedIn(seed: number): Promise<Record<Mode, Flow[]>> {
    vi.stubEnv('TEST_SEED', String(seed))
    vi.stubEnv('TEST_DEEP', '')
    vi.resetModules()
    const { modesNow } = await import('../e2e/flows')
    const asked = (mode: Mode) => names.filter((name) => modesNow(name).includes(mode))
    return { light: asked('light'), enhanced: asked('enhanced'), broken: asked('broken') }
  }

  const withMode = (mode: Mode) => names.filter((name) => coverageOf(name).modes.includes(mode))
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

  it('are all flows that the change reaches, a tenth of the others, and a flow with scripts for each piece', async () => {
    const due = ['a quiz continues on another device', 'a student withdraws a change request'] as const
    const drawn = new Set<Flow>()
    for (const seed of seeds) {
      const asked = await askedWith(due, seed)
      for (const mode of ['light', 'enhanced'] as const) expect(asked[mode]).toEqual(expect.arrayContaining([...due]))
      expect(asked.light.length).toBeLessThan(withMode('light').length / 4)
      const met = new Set(asked.enhanced.flatMap((name) => coverageOf(name).pieces))
      expect(Object.keys(pieces).filter((piece) => !met.has(piece as Piece))).toEqual([])
      expect(asked.enhanced.length).toBeLessThan(withMode('enhanced').length / 3)
      expect(asked.broken.length).toBeGreaterThanOrEqual(1)
      for (const name of [...asked.light, ...asked.broken]) drawn.add(name)
    }
    // Each flow is drawn by one of any ten consecutive seeds.
    expect(withMode('light').filter((name) => !drawn.has(name))).toEqual([])
  })

  it('include the flows of money after any change', async () => {
    for (const seed of seeds) {
      const asked = await askedWith([], seed)
      for (const mode of ['light', 'enhanced'] as const) {
        expect(asked[mode]).toContain('an office records cash, and the student finds the receipt')
        expect(asked[mode]).toContain('a failed payment can be retried')
      }
    }
  })

  it('include all flows of a test file that the change reaches', async () => {
    const spec = 'tests/timetable/timetable.spec.ts'
    const own = flowsRegistered(readFileSync(spec, 'utf8'))
    expect(own).toContain("last session's timetable is copied, and lessons that cannot be copied are listed first")
    for (const seed of seeds.slice(0, 3)) {
      const asked = await askedWith([], seed, [spec])
      for (const mode of ['light', 'enhanced'] as const) expect(asked[mode]).toEqual(expect.arrayContaining(own))
    }
  })

  it('are all flows without scripts, and fewer than half of those with scripts, when the change reaches every flow', async () => {
    const asked = await askedWith(names, 7)
    expect(asked.light).toEqual(withMode('light'))
    expect(asked.enhanced.length).toBeLessThan(withMode('enhanced').length / 2)
  })

  it('include every flow of the light mode when there is no list of due flows', async () => {
    vi.stubEnv('TEST_FLOWS', '')
    expect((await askedIn(3)).light).toEqual(withMode('light'))
  })

  it('are read back with the routes that they visited, in any mode', () => {
    const write = (name: string, title: string, routes: string[]) =>
      writeFileSync(path.join(folder, name), JSON.stringify({ title, project: 'light', routes }))
    rmSync(path.join(folder, 'due.json'), { force: true })
    write('1.json', 'pays', ['app/root.tsx', 'app/routes/pay.tsx'])
    write('2.json', 'pays', ['app/root.tsx', 'app/routes/done.tsx'])
    write('3.json', 'asks', ['app/root.tsx'])
    expect(readFlowRoutes(folder)).toEqual({
      asks: ['app/root.tsx'],
      pays: ['app/root.tsx', 'app/routes/done.tsx', 'app/routes/pay.tsx'],
    })
    expect(readFlowRoutes(path.join(folder, 'missing'))).toEqual({})
    rmSync(folder, { recursive: true })
  })
})
