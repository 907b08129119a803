import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { execute, select } from '~/database/database.server'
import type { Answer } from '../factories/app'
import { type House, openHouse } from '../security/house'
import { seedOf } from '../setup/rotation'
import { hourMs, patience } from '../setup/slowness'
import { steadily } from '../setup/steadily'

/*
 * Pages that a browser caches (decision 38): after any change by the school, another school or the student, a 304 means
 * that the cached page equals a new one.
 */

vi.setConfig({ testTimeout: hourMs })

let house: House
let makeTown: typeof import('./kept-town')['makeTown']

beforeAll(async () => {
  house = await openHouse()
  // Imported late: the product's tables bind to the database on import.
  makeTown = (await import('./kept-town')).makeTown
})
afterAll(() => house?.close())

/** A browser with a cache: the page of each address, and its validator. */
class Browser {
  readonly #kept = new Map<string, { validator: string; text: string }>()

  constructor(readonly cookie: string) {}

  /** Returns the page as the browser shows it, and whether the cached one was still valid. */
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

it('answers 304 only when the cached page equals a new one, after any change', () =>
  steadily(async (step) => {
    const towns = [await makeTown(), await makeTown()]
    const visitors = towns.flatMap(({ students, addresses }) =>
      students.map(({ cookie }) => ({ browser: new Browser(cookie), cookie, addresses })),
    )
    const stale: string[] = []
    let stood = 0
    const done: string[] = []
    const turns = Object.keys(towns[0]?.steps ?? {}).length + 8
    for (let turn = 0; turn < turns; turn++) {
      for (const { browser, cookie, addresses } of visitors) {
        for (const address of addresses) {
          // Skips some visits, so that some pages stay cached over several steps.
          if (turn > 0 && seedOf(`visit ${turn} ${address} ${cookie}`) % 3 === 0) continue
          const seen = await browser.open(address)
          step(address)
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
      await town?.steps[name]?.(seedOf(`draw ${turn}`))
      step(name)
    }
    expect(stale).toEqual([])
    expect(stood).toBeGreaterThan(200)
  }))

it('keeps a cached page valid for its own browser and account until the next change', async () => {
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
  // Payments of another school keep it valid; those of its own school do not.
  await other.steps.pays?.(1)
  expect((await open(asha.cookie, validator)).status).toBe(304)
  await town.steps.pays?.(1)
  expect((await open(asha.cookie, validator)).status).toBe(200)
})

const versionsOf = async (schoolId: number) => {
  const rows = await select<{ name: string; version: string }>(
    'SELECT table_name AS name, CAST(version AS CHAR) AS version FROM table_versions WHERE school_id = :schoolId',
    { schoolId },
  )
  return Object.fromEntries(rows.map(({ name, version }) => [name, version]))
}

it.each(['late fines', 'hostel months', 'transport fares'])(
  "keeps a cached page valid after the worker's round of %s for an unaffected school",
  async (task) => {
    // The previous round leaves work only for the new school.
    const other = await makeTown()
    await other.steps[task]?.(0)
    const town = await makeTown()
    const before = [await versionsOf(town.school.id), await versionsOf(other.school.id), await versionsOf(0)]
    await town.steps[task]?.(0)
    const after = [await versionsOf(town.school.id), await versionsOf(other.school.id), await versionsOf(0)]
    expect(after[0]?.dues).not.toBe(before[0]?.dues)
    expect(after.slice(1)).toEqual(before.slice(1))
  },
)

it('invalidates cached pages once a worker has started, because an app of an older version may have written', async () => {
  const towns = [await makeTown(), await makeTown()]
  const browsers = towns.map(({ students }) => new Browser(students[0]?.cookie ?? ''))
  const stood = () => Promise.all(browsers.map(async (browser) => (await browser.open('/students/timetable')).stood))
  // The process learns from the first visits which tables the page reads.
  for (const _visit of [1, 2]) await stood()
  expect(await stood()).toEqual([true, true])
  const before = await versionsOf(0)
  const { startWorker } = await import('~/jobs/loop.server')
  const { periodicTasks } = await import('~/jobs/periodic.server')
  const worker = startWorker({ handlers: {}, tasks: periodicTasks({ securityDays: 365 }) })
  await expect.poll(() => versionsOf(0), { timeout: patience(30_000) }).not.toEqual(before)
  await worker.stop()
  expect(await stood()).toEqual([false, false])
})

it('lets a shared phone cache no page', async () => {
  const { students } = await makeTown()
  const cookie = students[0]?.cookie ?? ''
  await execute('UPDATE sessions SET idle_minutes = 30 WHERE student_id = :id', { id: students[0]?.student.id ?? 0 })
  for (const _visit of [1, 2]) {
    const { headers } = await house.app.request('/students/fees', { cookie })
    expect([headers.etag, headers['cache-control']]).toEqual([undefined, 'no-store'])
  }
})
