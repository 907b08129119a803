import { expect, it } from 'vitest'
import { randomOf } from './random'

it('draws the same values for the same seed, and others for another seed', () => {
  const draws = (seed: number) => {
    const random = randomOf(seed)
    return [random.below(1_000), random.pick(['a', 'b', 'c']), random.shuffled([1, 2, 3, 4, 5]), random.fraction()]
  }
  expect(draws(7)).toEqual(draws(7))
  expect(draws(8)).not.toEqual(draws(7))
})

it('draws each number below the limit about equally often', () => {
  const random = randomOf(20_261_129)
  const counts = new Map<number, number>()
  for (let draw = 0; draw < 6_000; draw += 1) {
    const number = random.below(6)
    counts.set(number, (counts.get(number) ?? 0) + 1)
  }
  expect([...counts.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5])
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150)
})
