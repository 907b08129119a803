import { beforeAllSteadily } from '../setup/steadily'
import type { House } from './house'
import { makeWorld, type World } from './world'

/** Number of test files that share the requests for all routes. */
export const parts = 3
export type Part = 1 | 2 | 3

/**
 * Each run checks one of every `turns` routes, and those that the change reaches. When the change reaches all routes,
 * the run checks a third of them.
 */
export const turns = 6

export const ofPart = <One>(all: readonly One[], part: Part): One[] =>
  all.filter((_, index) => index % parts === part - 1)

/** Starts the app and makes the test data (`World`) before the tests of a part; `prepare` does the rest. */
export function beforeAllInWorld(
  open: () => Promise<House>,
  prepare: (house: House, world: World) => Promise<void>,
): void {
  beforeAllSteadily(async (step) => {
    const house = await open()
    step('the house is open')
    const world = await makeWorld(house.app, { step })
    step('the world is made')
    await prepare(house, world)
  })
}
