import { expect, it } from 'vitest'
import { house, world } from '../pages/reading-house'
import { type Role, roles } from './permissions'
import { policies } from './policies'

/** Returns the addresses under /school that a page links or posts to. */
function addressesIn(html: string): string[] {
  const found = [...html.matchAll(/\s(?:href|action)="(\/school[^"#]*)"/g)].map((match) => match[1] ?? '')
  return [...new Set(found.map((address) => address.replaceAll('&amp;', '&')))]
}

/** Opens all pages under /school that the role may open, and returns their links that are forbidden to the role. */
async function forbiddenWays(role: Role): Promise<string[]> {
  const cookie = world.cookies[role]
  const answers = new Map<string, Promise<number>>()
  const statusOf = (address: string) => {
    const known = answers.get(address)
    if (known) return known
    const asked = house.app.request(address, { cookie }).then((answer) => answer.status)
    answers.set(address, asked)
    return asked
  }
  const wrong: string[] = []
  for (const route of house.routes) {
    const policy = policies[route.id]
    if (!policy || !route.hasPage || !route.address.startsWith('/school')) continue
    const address = policy.at(world.own)
    const page = await house.app.request(address, { cookie })
    if (page.status !== 200) continue
    for (const way of addressesIn(page.text)) {
      if (way.startsWith('/school/logout')) continue
      if ([403, 404].includes(await statusOf(way))) wrong.push(`${address} shows ${way}`)
    }
  }
  return wrong
}

it.each(roles)('shows %s no link that leads to a refusal', async (role) => {
  expect(await forbiddenWays(role)).toEqual([])
})
