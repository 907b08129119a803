import { describe, expect, it } from 'vitest'
import { lineGeometry } from './line-geometry.server'

describe('lineGeometry', () => {
  it('spreads the days evenly over the width and puts 100 percent at the top', () => {
    const rows = [
      { place: 0, value: 50 },
      { place: 4, value: 100 },
    ]
    expect(lineGeometry(rows, 5, 75)).toMatchObject({ points: '0,83.3 100,0', last: { x: 100, y: 30, value: 100 } })
  })

  it('returns finite coordinates when there is a single day', () => {
    const { points, last, ticks } = lineGeometry([{ place: 0, value: 100 }], 1, 75)
    expect(points).toBe('0,0')
    expect([last.x, last.y, ...ticks.map(({ y }) => y)].every(Number.isFinite)).toBe(true)
  })
})
