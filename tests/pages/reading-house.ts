import type { House } from '../security/house'
import { makeWorld, type World } from '../security/world'
import { isRouteDue } from '../setup/rotation'
import { steadily } from '../setup/steadily'

/*
 * One app (`House`) for all read-only suites: headers, page budgets, words and links. Each suite has its own file;
 * reading.test.ts starts the app and runs them in sequence.
 */

export let house: House
export let world: World

/**
 * Sets `house` and `world` for the suites: an app with only the routes due in this run, and data with quizzes of
 * typical length. A request that takes longer than a minute fails the suite.
 */
export async function readIn(opened: House, step: (what: string) => void): Promise<void> {
  house = {
    ...opened,
    routes: opened.routes.filter(({ id }) => isRouteDue(id, 10)),
    app: { ...opened.app, request: (address, call) => steadily(() => opened.app.request(address, call)) },
  }
  world = await makeWorld(house.app, { longQuizzes: true, step })
}
