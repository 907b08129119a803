import type { House } from '../security/house'
import { makeWorld, type World } from '../security/world'
import { isRouteDue } from '../setup/rotation'
import { steadily } from '../setup/steadily'

/*
 * One house for everything that only reads it: the headers, the pages' budgets, their words, the ways they show. Each of these suites stands in
 * a file of its own; reading.test.ts opens the house for them and runs them one after the other.
 */

export let house: House
export let world: World

/**
 * What the suites read from then on: the routes whose turn it is, in a world whose quizzes are as long as most are. They ask one page after the
 * other, so an answer that does not come within a minute is the silence that fails them.
 */
export async function readIn(opened: House): Promise<void> {
  house = {
    ...opened,
    routes: opened.routes.filter(({ id }) => isRouteDue(id, 10)),
    app: { ...opened.app, request: (address, call) => steadily(() => opened.app.request(address, call)) },
  }
  world = await makeWorld(house.app, { longQuizzes: true })
}
