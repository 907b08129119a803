import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { execute, workFor } from '~/database/database.server'
import type { Answer } from '../factories/app'
import { type House, openHouse } from '../security/house'
import { seedOf } from '../setup/rotation'

/*
 * Pages that a browser keeps (decision 38): whatever a school, another school or the student does in between, a page that is said to stand
 * is the one that would be made now.
 */

vi.setConfig({ testTimeout: 120_000 })

let house: House
let makeTown: typeof import('./kept-town')['makeTown']

beforeAll(async () => {
  house = await openHouse()
  // Only now: the tables of the product are of the database that is there when they are read.
  makeTown = (await import('./kept-town')).makeTown
})
afterAll(() => house?.close())

/** A browser that keeps pages: what it has of an address, and the validator that came with it. */
class Browser {
  readonly #kept = new Map<string, { validator: string; text: string }>()

  constructor(readonly cookie: string) {}

  /** The page as the browser shows it, and whether the one it had still stood. */
  async open(address: string): Promise<{ text: string; stood: boolean; answer: Answer }> {
    const kept = this.#kept.get(address)
    const headers = kept ? { 'If-None-Match': kept.validator } : {}
    const answer = await house.app.request(address, { cookie: this.cookie, headers })
    if (answer.status === 304) return { text: kept?.text ?? '', stood: true, answer }
    const { etag } = answer.headers
    if (etag) this.#kept.set(address, { validator: etag, text: answer.text })
    else this.#kept.delete(address)
    return { text: answer.text, stood: false, answer }
  }
}

it('is never another page than would be made now, whatever is done in between', async () => {
  const towns = [await makeTown(), await makeTown()]
  const visitors = towns.flatMap(({ students, addresses }) =>
    students.map(({ cookie }) => ({ browser: new Browser(cookie), cookie, addresses })),
  )
  const stale: string[] = []
  let stood = 0
  const done: string[] = []
  for (let turn = 0; turn < 24; turn++) {
    for (const { browser, cookie, addresses } of visitors) {
      for (const address of addresses) {
        // A visit now and then, so that some pages are kept over several steps.
        if (turn > 0 && seedOf(`visit ${turn} ${address} ${cookie}`) % 3 === 0) continue
        const seen = await browser.open(address)
        if (!seen.stood) continue
        stood += 1
        const now = await house.app.request(address, { cookie })
        if (now.text !== seen.text) stale.push(`${address} after ${done.join(', ')}`)
      }
    }
    const town = towns[seedOf(`town ${turn}`) % 2]
    const names = Object.keys(town?.steps ?? {})
    const name = names[(turn < names.length ? turn : seedOf(`step ${turn}`)) % names.length] ?? ''
    done.push(name)
    const draw = seedOf(`draw ${turn}`)
    await workFor(town?.school.id ?? 0, async () => town?.steps[name]?.(draw))
  }
  expect(stale).toEqual([])
  expect(stood).toBeGreaterThan(200)
})

it('stands for its own browser, its own account, and until somebody writes', async () => {
  const [town, other] = [await makeTown(), await makeTown()]
  const [asha, ravi] = town.students
  const foreign = other.students[0]
  if (!asha || !ravi || !foreign) throw new Error('there are two')
  const open = (cookie: string, validator = '', more: Record<string, string> = {}) =>
    house.app.request('/students/fees', { cookie, headers: { 'If-None-Match': validator, ...more } })
  await open(asha.cookie)
  const { headers, status } = await open(asha.cookie)
  const validator = headers.etag ?? ''
  expect([status, headers['cache-control'], validator]).toEqual([
    200,
    'private, no-cache',
    expect.stringMatching(/^W\//),
  ])
  const same = await open(asha.cookie, validator)
  expect([same.status, same.text, same.headers.etag]).toEqual([304, '', validator])
  expect(same.headers.vary).toContain('Cookie')
  expect((await open(ravi.cookie, validator)).status).toBe(200)
  expect((await open(foreign.cookie, validator)).status).toBe(200)
  expect((await open('', validator)).status).toBe(302)
  expect((await open(`${asha.cookie}; lang=gu`, validator)).status).toBe(200)
  expect((await open(asha.cookie, validator, { 'Accept-Language': 'gu' })).status).toBe(200)
  // Another school's books leave it standing; the own school's do not.
  await workFor(other.school.id, async () => other.steps.pays?.(1))
  expect((await open(asha.cookie, validator)).status).toBe(304)
  await workFor(town.school.id, async () => town.steps.pays?.(1))
  expect((await open(asha.cookie, validator)).status).toBe(200)
})

it('is lost rather than kept where the phone is others’ too', async () => {
  const { students } = await makeTown()
  const cookie = students[0]?.cookie ?? ''
  await execute('UPDATE sessions SET idle_minutes = 30 WHERE student_id = :id', { id: students[0]?.student.id ?? 0 })
  for (const _visit of [1, 2]) {
    const { headers } = await house.app.request('/students/fees', { cookie })
    expect([headers.etag, headers['cache-control']]).toEqual([undefined, 'no-store'])
  }
})
