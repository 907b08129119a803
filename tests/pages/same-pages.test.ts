import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, openHouse } from '../security/house'

/*
 * Pages that are rendered once for all visitors without cookies other than preferences: each cached page must equal a
 * newly rendered one.
 */

let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house?.close())

const addresses = ['/students/login', '/school/login']
const browsers: [string, string | undefined, Record<string, string>][] = [
  ['nothing', undefined, {}],
  ['Gujarati by cookie', 'lang=gu', {}],
  ['Hindi by header', undefined, { 'Accept-Language': 'hi-IN,hi;q=0.9' }],
  ['data saver by cookie, though it could run scripts', 'enhance=1; saver=1', {}],
  ['data saver by header, in Gujarati', 'lang=gu', { 'Save-Data': 'on' }],
]

it.each(addresses)(
  '%s: the cached page equals a newly rendered one, for each kind of browser and on both visits',
  async (address) => {
    const pages = new Set<string>()
    for (const turn of [1, 2]) {
      for (const [name, cookie, headers] of browsers) {
        const ask = (more: string) =>
          house.app.request(address, { cookie: [cookie, more].filter(Boolean).join('; ') || undefined, headers })
        const page = await ask('')
        // A cookie that is not a preference bypasses the cache.
        const now = await ask('theirs=1')
        expect(page.text, `${name}, visit ${turn}`).toBe(now.text)
        const headersOf = ({ headers: { date, 'x-request-id': id, ...same } }: typeof page) => same
        expect(headersOf(page), `${name}, visit ${turn}`).toEqual(headersOf(now))
        expect(page.headers['set-cookie']).toBeUndefined()
        pages.add(page.text)
      }
    }
    // The office's pages are English only, so they vary only by data saver.
    expect(pages.size).toBe(address === '/students/login' ? 5 : 2)
  },
)
