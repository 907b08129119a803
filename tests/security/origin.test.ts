import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, openHouse } from './house'
import { policies } from './policies'
import { contentOf } from './stored'
import { makeWorld, type World } from './world'

let house: House
let world: World

beforeAll(async () => {
  house = await openHouse()
  world = await makeWorld(house.app)
})
afterAll(() => house?.close())

/** How browsers say that a page of somebody else sent the request, or say nothing. */
function foreignSenders(own: string): Array<Record<string, string>> {
  const { host } = new URL(own)
  return [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    // Whatever the other headers claim.
    { 'sec-fetch-site': 'cross-site', origin: own },
    { 'sec-fetch-site': 'same-site', origin: `http://other.${host}` },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${own}.evil.example` },
    { origin: '', referer: '' },
    { referer: 'https://evil.example/students' },
    { referer: `https://evil.example/?${own}/` },
    {},
  ]
}

it('refuses what another site sends, on every route and with every method that could change something', async () => {
  const wrong: string[] = []
  const before = await contentOf(house)
  for (const policy of Object.values(policies)) {
    const address = policy.at(world.own)
    if (address.startsWith('/webhooks/')) continue
    const form = policy.body?.(world.own, world) ?? { field: 'x' }
    const body = new URLSearchParams(form).toString()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const sender of foreignSenders(house.app.url)) {
        const headers = { 'content-type': 'application/x-www-form-urlencoded', ...sender }
        const answer = await house.app.request(address, { method, body, headers, cookie: world.cookies.owner })
        if (answer.status !== 403) wrong.push(`${method} ${address} ${JSON.stringify(sender)}: ${answer.status}`)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(await contentOf(house)).toBe(before)
}, 120_000)

it('takes what its own pages send, however the browser says so', async () => {
  const own = house.app.url
  const senders: Array<Record<string, string>> = [
    { 'sec-fetch-site': 'same-origin', origin: own },
    { 'sec-fetch-site': 'same-origin' },
    { origin: own },
    { referer: `${own}/privacy` },
  ]
  for (const sender of senders) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...sender }
    const answer = await house.app.request('/language', { method: 'POST', body: 'language=gu', headers })
    expect(answer.status, JSON.stringify(sender)).toBe(303)
  }
})

it('refuses a body without a length and one over the limit, before anything reads it', async () => {
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
  const endless = await house.app.request('/language', {
    method: 'POST',
    headers: { ...headers, 'transfer-encoding': 'chunked' },
  })
  expect(endless.status).toBe(411)
  const huge = await house.app.request('/language', {
    method: 'POST',
    headers: { ...headers, 'content-length': 61 * 1024 * 1024, connection: 'close' },
    body: '',
  })
  expect(huge.status).toBe(413)
})
