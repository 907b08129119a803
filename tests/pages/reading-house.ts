import type { House } from '../security/house'
import { makeWorld, type World } from '../security/world'
import { isRouteDue } from '../setup/rotation'
import { steadily } from '../setup/steadily'

/*
 * One house for all read-only suites: the headers, the pages' budgets, their words, their links. Each suite has its own
 * file; reading.test.ts opens the house and runs them in sequence.
 */

export let house: House
export let world: World

/**
 * Sets the house and the world for the suites: the routes due in this run, in a world with quizzes of typical length.
 * Each request has a timeout of one minute, which fails the suite.
 */
export async function readIn(opened: House): Promise<void> {
  house = {
    ...opened,
    routes: opened.routes.filter(({ id }) => isRouteDue(id, 10)),
    app: { ...opened.app, request: (address, call) => steadily(() => opened.app.request(address, call)) },
  }
  world = await makeWorld(house.app, { longQuizzes: true })
}
