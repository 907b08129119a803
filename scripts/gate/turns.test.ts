import { describe, expect, it } from 'vitest'
import { chooseSeed, FOLLOWED, FOLLOWED_PAIRS, waitedTurns, withTurn } from './turns.mjs'

const none = { runs: 0, last: {} }

describe('chooseSeed', () => {
  it('selects every part within N runs, for work of N = 3, 5 or 10 parts', () => {
    let turns = none
    for (let run = 0; run < 40; run++)
      turns = withTurn(turns, chooseSeed(turns, 5000, 1_795_000_000_000 + run * 3_600_000))
    for (const parts of [3, 5, 10]) {
      const waits = Array.from({ length: parts }, (_, part) => waitedTurns(turns, parts, part))
      expect(Math.max(...waits)).toBeLessThan(parts)
    }
  })

  it('selects every pair of N outer and M inner parts within 3 × N × M runs', () => {
    let turns = none
    for (let run = 0; run < 54; run++)
      turns = withTurn(turns, chooseSeed(turns, 5000, 1_795_000_000_000 + run * 3_600_000))
    for (const [outer = 0, inner = 0] of FOLLOWED_PAIRS) {
      const waits = Array.from({ length: outer * inner }, (_, part) =>
        waitedTurns(turns, `${outer}x${inner}`, part, outer * inner),
      )
      expect(Math.max(...waits), `${outer}x${inner}`).toBeLessThan(3 * outer * inner)
      const { [`${outer}x${inner}`]: last } = turns.last as Record<string, (number | null)[]>
      expect(last).not.toContain(null)
    }
  })

  it('draws different parts for a second run of the same commit a minute later', () => {
    const clock = 1_795_000_000_000
    const seeds = Array.from({ length: 8 }, (_, minute) => chooseSeed(none, 4, clock + minute * 60_000))
    expect(new Set(seeds.map((seed) => seed % 10)).size).toBeGreaterThan(1)
  })

  it('returns a seed of 31 bits', () => {
    for (let run = 0; run < 50; run++) {
      const seed = chooseSeed(none, 1, 1_795_000_000_000 + run)
      expect(seed).toBeGreaterThanOrEqual(0)
      expect(seed).toBeLessThan(2 ** 31)
    }
  })
})

describe('withTurn', () => {
  it('records the run in which each part was last selected', () => {
    const turns = withTurn(withTurn(none, 7), 8)
    expect(turns.runs).toBe(2)
    expect(turns.last[10]?.slice(6, 9)).toEqual([null, 1, 2])
    expect(
      Object.keys(turns.last)
        .filter((name) => !name.includes('x'))
        .map(Number),
    ).toEqual(FOLLOWED)
  })
})
