import { afterAll, expect, it } from 'vitest'
import { isDeep, seed } from '../setup/rotation'
import { hourMs } from '../setup/slowness'
import { beforeAllSteadily, steadily } from '../setup/steadily'
import { type House, openHouse } from './house'
import { policies } from './policies'
import { fingerprintOf } from './stored'
import { makeWorld, type World } from './world'

let house: House
let world: World

beforeAllSteadily(async (step) => {
  house = await openHouse()
  step('the house is open')
  world = await makeWorld(house.app, { step })
})
afterAll(() => house?.close())

/** Headers with which a browser sends a request from another site's page, or a request without a known origin. */
function foreignSenders(own: string): Array<Record<string, string>> {
  const { host } = new URL(own)
  return [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    // `sec-fetch-site` decides, whatever the other headers say.
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

/**
 * One route of each kind, for all methods and senders. One each is enough, because the guard runs before all routes and
 * only checks whether the address is a webhook's.
 */
const kinds = [
  'routes/_public+/privacy.index',
  'routes/_public+/language',
  'routes/healthz',
  'routes/storage+/$',
  'routes/api+/fees.details.$studentId.$academicSessionId',
  'routes/students+/login',
  'routes/students+/_shell+/settings+/language',
  'routes/students+/_shell+/orders+/$id.invoice[.]pdf',
  'routes/student-management+/transport.calculate-fare',
  'routes/school+/_shell+/settings+/logo',
  'routes/school+/_shell+/transport-applications+/index[.]csv',
  'routes/school+/_shell+/transport-applications+/$id.approval',
]

const methods = ['POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Sends a state-changing request from another site. Returns an error unless the request is refused before the product
 * sees it.
 */
async function sendForeign(method: string, address: string, body: string, sender: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...sender }
  const answer = await house.app.request(address, { method, body, headers, cookie: world.cookies.owner })
  const told = `${method} ${address} ${JSON.stringify(sender)}`
  if (answer.status !== 403) return [`${told}: ${answer.status}`]
  // The product adds this header (its number of SQL statements) to each response, so the header shows that the product
  // has seen the request.
  return answer.headers['x-queries'] === undefined ? [] : [`${told}: refused behind the door`]
}

it(
  'refuses requests from another site on every route, with every method that could change state',
  () =>
    steadily(async (step) => {
      const wrong: string[] = []
      const before = await fingerprintOf(house)
      const senders = foreignSenders(house.app.url)
      expect(kinds.filter((id) => !policies[id])).toEqual([])
      for (const [index, [id, policy]] of Object.entries(policies).entries()) {
        const address = policy.at(world.own)
        // Mail providers post one-click unsubscriptions for the reader; the sealed link authenticates them.
        if (address.startsWith('/webhooks/') || address.startsWith('/unsubscribe/')) continue
        const body = new URLSearchParams(policy.body?.(world.own, world) ?? { field: 'x' }).toString()
        const isAskedAll = isDeep || kinds.includes(id)
        for (const method of isAskedAll ? methods : ['POST']) {
          const turn = (index + seed) % senders.length
          for (const sender of isAskedAll ? senders : senders.slice(turn, turn + 1)) {
            wrong.push(...(await sendForeign(method, address, body, sender)))
          }
          step(`${method} ${id}`)
        }
      }
      expect(wrong, `drawn by TEST_SEED=${seed}`).toEqual([])
      expect(await fingerprintOf(house)).toBe(before)
    }),
  hourMs,
)

it("refuses requests from another site before it looks for a file or a route, even when the address resembles a webhook's", async () => {
  const [sender = {}] = foreignSenders(house.app.url)
  const wrong: string[] = []
  for (const address of [
    '/nobody-serves-this',
    '/assets/none.js',
    '/favicon.ico',
    '/webhooks',
    '/webhooksx/razorpay',
    '/webhooks/../language',
    '/webhooks/%2e%2e/language',
    '/webhooks/razorpay/..%2f..%2flanguage',
    '/webhooks/mail-bounces/../language',
    '/unsubscribe/short',
    `/unsubscribe/${'x'.repeat(60)}/../../language`,
  ]) {
    wrong.push(...(await sendForeign('POST', address, 'field=x', sender)))
  }
  expect(wrong).toEqual([])
})

it('accepts requests from its own pages, whichever headers the browser marks them with', async () => {
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

it('refuses a body without a length or over the limit before anything reads it', async () => {
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
