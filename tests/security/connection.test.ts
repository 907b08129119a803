import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { patience } from '../setup/slowness'
import { type House, openHouse } from './house'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house?.close())

it('answers the next request on the same connection after it refused a request without reading the body', async () => {
  const { Agent } = await import('node:http')
  const tooLarge = { method: 'POST', body: `language=${'x'.repeat(2_000_000)}` }
  const own = {
    origin: house.app.url,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  }
  // One connection for all requests, as a proxy keeps it.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    expect((await house.app.request('/language', { ...tooLarge, headers: own, agent })).status).toBe(413)
    expect((await house.app.request('/privacy', { agent })).status).toBe(200)
    const foreign = { ...own, 'sec-fetch-site': 'cross-site' }
    expect((await house.app.request('/language', { ...tooLarge, headers: foreign, agent })).status).toBe(403)
    expect((await house.app.request('/privacy', { agent })).status).toBe(200)
  } finally {
    agent.destroy()
  }
})

it(
  'slows down a client that guesses certificate codes, regardless of the address in its headers',
  async () => {
    const guess = (nth: number) => {
      const headers = { 'x-forwarded-for': `203.0.113.${nth}`, forwarded: `for=203.0.113.${nth}` }
      return house.app.request(`/verify/${newPublicId()}`, { headers })
    }
    const answers = []
    for (let nth = 1; nth <= 50; nth += 1) answers.push(await guess(nth))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 404))
    expect(statuses.slice(-15)).toEqual(Array.from({ length: 15 }, () => 429))
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
    expect(answers.at(-1)?.text).toContain('Too many codes were tried from here')
  },
  patience(60_000),
)
