import { expect, it } from 'vitest'
import { growth, tooSteep } from './growth'

/** Work of a few microseconds. */
const unit = (seed: number) => {
  let sum = seed
  for (let round = 0; round < 1_000; round += 1) sum = (sum * 31 + round) % 1_000_003
  return sum
}
let kept = 0
const times = (count: number) => {
  for (let index = 0; index < count; index += 1) kept += unit(index)
}

it('distinguishes quadratic work from linear work', async () => {
  expect(await growth((size) => times(size * 4), 40)).toBeLessThan(tooSteep)
  expect(await growth((size) => times(size * size), 20)).toBeGreaterThan(tooSteep)
  expect(kept).toBeGreaterThan(0)
})
