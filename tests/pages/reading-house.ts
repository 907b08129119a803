import type { House } from '../security/house'
import { makeWorld, type World } from '../security/world'

/*
 * One house for everything that only reads it: the headers, the pages' budgets, their words, the ways they show. Each of these suites stands in
 * a file of its own; reading.test.ts opens the house for them and runs them one after the other.
 */

export let house: House
export let world: World

/** What the suites read from then on: a world whose quizzes are as long as most are. */
export async function readIn(opened: House): Promise<void> {
  house = opened
  world = await makeWorld(house.app, { longQuizzes: true })
}
