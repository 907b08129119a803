import { afterAll, expect, it } from 'vitest'
import { type House, openHouse } from '../security/house'
import { beforeAllSteadily } from '../setup/steadily'

/* Pages that a browser caches, and revalidates by their ETag (decision 38). */

let house: House
let town: typeof import('./kept-town')

beforeAllSteadily(async (step) => {
  house = await openHouse()
  step('the house is open')
  // Imported after `openHouse`, because the product's tables bind on import to the database that it chooses.
  town = await import('./kept-town')
})
afterAll(() => house?.close())

const open = (address: string, cookie: string, validator = '', headers: Record<string, string> = {}) =>
  house.app.request(address, { cookie, headers: { 'If-None-Match': validator, ...headers } })

it('returns 304 for each page that the browser has cached, until the content of the page changes', async () => {
  const { asha, exam, rename } = await town.makeTown()
  const paths = [
    '',
    'dashboard',
    'fees',
    'attendance',
    'timetable',
    'exams',
    'results',
    'academic-sessions',
    'payments',
  ]
  const addresses = [...paths, `exams/${exam}`, `results/${exam}`].map((path) => `/students/${path}`.replace(/\/$/, ''))
  for (const address of addresses) {
    await rename('Vidya Mandir')
    const first = await open(address, asha.cookie)
    const validator = first.headers.etag ?? ''
    expect([address, first.status, validator]).toEqual([address, 200, expect.stringMatching(/^W\/"/)])
    const same = await open(address, asha.cookie, validator)
    expect([address, same.status, same.text, same.headers.etag]).toEqual([address, 304, '', validator])
    expect([same.headers['cache-control'], same.headers.vary]).toEqual([
      'private, no-cache',
      expect.stringContaining('Cookie'),
    ])
    await rename('Gyan Mandir')
    const changed = await open(address, asha.cookie, validator)
    expect([address, changed.status, changed.text.includes('Gyan Mandir')]).toEqual([address, 200, true])
  }
})

it('returns 304 only when account, language and mode equal those of the cached page', async () => {
  const { asha, ravi } = await town.makeTown()
  const validator = (await open('/students/fees', asha.cookie)).headers.etag ?? ''
  const statusFor = async (cookie: string, headers: Record<string, string> = {}) =>
    (await open('/students/fees', cookie, validator, headers)).status
  expect(await statusFor(asha.cookie)).toBe(304)
  expect(await statusFor(ravi.cookie)).toBe(200)
  expect(await statusFor('')).toBe(302)
  expect(await statusFor(`${asha.cookie}; lang=gu`)).toBe(200)
  expect(await statusFor(asha.cookie, { 'Accept-Language': 'gu' })).toBe(200)
  const enhanced = await open('/students/fees', `${asha.cookie}; enhance=1`, validator)
  expect([enhanced.status, enhanced.headers.etag]).toEqual([200, undefined])
})

it('forbids a shared phone to cache pages', async () => {
  const { asha } = await town.makeTown()
  await town.shareThePhone(asha.id)
  const { headers } = await open('/students/fees', asha.cookie)
  expect([headers.etag, headers['cache-control']]).toEqual([undefined, 'no-store'])
})
