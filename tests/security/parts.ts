import { beforeAll } from 'vitest'
import { hourMs } from '../setup/slowness'
import { steadily } from '../setup/steadily'
import type { House } from './house'
import { makeWorld, type World } from './world'

/** Questions about all routes are dealt out to this many test files. */
export const parts = 3
export type Part = 1 | 2 | 3

/** Each run asks one of so many routes, beside those that the change reaches; a third of them when it reaches all. */
export const turns = 6

/** Those of `all` that one part asks. */
export const ofPart = <One>(all: readonly One[], part: Part): One[] =>
  all.filter((_, index) => index % parts === part - 1)

/** Opens the house and makes the world before the tests of a part; `prepare` makes the rest. */
export function beforeAllInWorld(
  open: () => Promise<House>,
  prepare: (house: House, world: World) => Promise<void>,
): void {
  beforeAll(
    () =>
      steadily(
        async (step) => {
          const house = await open()
          step('the house is open')
          const world = await makeWorld(house.app)
          step('the world is made')
          await prepare(house, world)
        },
        { quietSeconds: 300 },
      ),
    hourMs,
  )
}
