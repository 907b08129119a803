import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { readMemory } from '../../scripts/gate/memory.mjs'
import { missedBy, missedGoals } from './figures.mjs'

const missed = { 'pages: fees': { figure: 4, goal: 3 }, 'phone: home': { figure: 80, goal: 98 } }
const missedFor = (value: number, rest = {}) => missedBy('pages', [{ name: 'fees', value, goal: 3, ...rest }], missed)

describe('missedBy', () => {
  it('returns no failure for a figure that reaches its goal', () => {
    expect(missedBy('pages', [{ name: 'home', value: 3, goal: 3 }], missed)).toEqual([])
  })

  it('fails a figure that misses its goal and is not in the list of known misses', () => {
    expect(missedBy('pages', [{ name: 'home', value: 3.1, goal: 3 }], missed)).toEqual(['home 3.1, goal ≤ 3'])
  })

  it('accepts a known miss up to a quarter worse than its listed figure, and fails it beyond that', () => {
    expect(missedFor(5)).toEqual([])
    expect(missedFor(5.01)).toHaveLength(1)
  })

  it('accepts a known miss of a minimum goal down to a fifth below its listed figure, and fails it beyond that', () => {
    const home = (value: number) => missedBy('phone', [{ name: 'home', value, goal: 98, isFloor: true }], missed)
    expect(home(64)).toEqual([])
    expect(home(63.9)).toHaveLength(1)
    expect(home(98)).toEqual([])
  })

  it('reports a listed figure that has reached its goal', () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    missedFor(2.9)
    expect(log.mock.calls.flat().join()).toContain('The goal is reached')
    log.mockRestore()
  })

  it('records for the gate whether each listed figure reached its goal', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'shala-figures-'))
    vi.stubEnv('GATE_FIGURES', path.join(folder, 'figures'))
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    missedFor(2.9)
    missedFor(3.1)
    missedBy('pages', [{ name: 'home', value: 3, goal: 3 }], missed)
    const told = readFileSync(path.join(folder, 'figures'), 'utf8')
    expect(told).toBe('["pages: fees",true]\n["pages: fees",false]\n')
    log.mockRestore()
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })

  it('fails a listed figure when its goal differs from the goal in the list', () => {
    expect(missedFor(4, { goal: 2 })).toHaveLength(1)
  })
})

describe('missedGoals', () => {
  it('names no figure that reached its goal in two runs in a row', () => {
    const { reached }: { reached: Record<string, number> } = readMemory()
    expect(Object.keys(missedGoals()).filter((key) => (reached[key] ?? 0) >= 2)).toEqual([])
  })

  it('lists figures that miss their goals', () => {
    const listed: Record<string, { figure: number; goal: number }> = missedGoals()
    for (const [key, { figure, goal }] of Object.entries(listed)) {
      expect(key).toMatch(/^[a-z]+: ./)
      expect(figure).not.toBe(goal)
    }
  })
})
