import { describe, expect, it } from 'vitest'
import type { Answer } from '../factories/app'
import { rightfulActor } from '../security/expectations'
import { policies } from '../security/policies'
import { isDeep } from '../setup/rotation'
import { house, world } from './reading-house'

/** Headers that differ between two visits of the same page, in part because the first visit marks a notice as read. */
const passing = ['etag', 'date', 'x-request-id', 'x-queries', 'content-length', 'transfer-encoding']

/** Returns an address as Remix rewrites it when it removes the parameter `index`: `10%3A00` for `10:00`. */
function written(address: string): string {
  const [path, query] = address.split('?')
  return query === undefined ? address : `${path}?${new URLSearchParams(query)}`
}

/** Returns status, headers and body as one text, without the parameter `index` that routed the visit to Remix. */
function textOf({ status, headers, text }: Answer): string {
  const lasting = Object.entries(headers).filter(([name]) => !passing.includes(name))
  return `${status} ${JSON.stringify(lasting)} ${text}`
    .replaceAll(String(headers['x-request-id']), 'ID')
    .replace(/(name="form_key" value=")[^"]*/g, '$1KEY')
    .replace(/\/unsubscribe\/[\w-]+/g, '/unsubscribe/TOKEN')
    .replace(/([?&]|&amp;)index(?=[&"#])/g, '')
}

/** Returns the first difference of two texts, or null. */
function difference(ours: string, remix: string): string | null {
  if (ours === remix) return null
  let at = 0
  while (ours[at] === remix[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
  return `${around(ours)} ≠ ${around(remix)}`
}

describe('a page without scripts', () => {
  it('returns Remix data for client navigation, even when the browser has lost the enhance cookie', async () => {
    const cookie = world.cookies.student
    const lost = await house.app.request('/students/fees.data', { cookie })
    const enhanced = await house.app.request('/students/fees.data', { cookie: `${cookie}; enhance=1` })
    expect([lost.status, lost.headers['content-type']]).toEqual([200, expect.stringContaining('text/x-script')])
    expect(lost.text).toBe(enhanced.text)
  })

  it('equals the response of Remix for a permitted user, a visitor, and an address of another school', async () => {
    const found: string[] = []
    let compared = 0
    for (const route of house.routes.filter((one) => one.hasPage)) {
      const policy = policies[route.id]
      if (!policy) continue
      const address = written(policy.at(world.own))
      const rightful = world.cookies[rightfulActor(policy.get)]
      const visits = [
        { address, cookie: rightful },
        { address, cookie: undefined },
        { address: written(policy.at(world.foreign)), cookie: rightful },
      ]
      for (const { address, cookie } of visits) {
        const headers = { 'accept-encoding': 'identity' }
        const ours = await house.app.request(address, { cookie, headers })
        // A visit with the parameter `index` of Remix's router is served by Remix itself.
        const marked = `${address}${address.includes('?') ? '&' : '?'}index`
        const remix = await house.app.request(marked, { cookie, headers })
        const parting = difference(textOf(ours), textOf(remix))
        if (parting) found.push(`${address} as ${cookie ? 'its reader' : 'nobody'}: ${parting}`)
        compared += 1
      }
    }
    expect(found).toEqual([])
    expect(compared).toBeGreaterThan(isDeep ? 1000 : 20)
  })
})
