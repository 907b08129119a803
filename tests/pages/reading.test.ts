import { afterAll, describe, vi } from 'vitest'
import { openHouse } from '../security/house'
import { hourMs } from '../setup/slowness'
import { beforeAllSteadily } from '../setup/steadily'
import { house, readIn } from './reading-house'

vi.setConfig({ testTimeout: hourMs })

beforeAllSteadily(async (step) => {
  const opened = await openHouse()
  step('the house is open')
  await readIn(opened, step)
})
afterAll(() => house?.close())

/** Registers the tests of a suite file inside the calling `describe`. */
async function suiteOf(file: Promise<object>): Promise<void> {
  await file
}

describe('headers', () => suiteOf(import('../security/headers.suite')))
describe('links shown', () => suiteOf(import('../security/shown-links.suite')))
describe('pages', () => suiteOf(import('./pages.suite')))
describe('pages without scripts', () => suiteOf(import('./light-pages.suite')))
describe('pages of quizzes', () => suiteOf(import('./quizzes.suite')))
describe('pages of transport', () => suiteOf(import('./transport.suite')))
describe('words shown', () => suiteOf(import('./rendered-words.suite')))
describe('rarely seen texts', () => suiteOf(import('./spoken-texts.suite')))
