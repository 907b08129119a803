import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../factories/app'
import { type BadBody, badBodies } from './bad-bodies'
import { isOwnedAddress, rightfulActor } from './expectations'
import { type House, openHouse } from './house'
import { type Policy, policies } from './policies'
import { contentOf } from './stored'
import { makeWorld, type World } from './world'

/** 100 with every run; BAD_BODIES=1000 for a long one. */
const perRoute = Number(process.env.BAD_BODIES ?? 100)

let house: House
let world: World

beforeAll(async () => {
  house = await openHouse()
  world = await makeWorld(house.app)
})
afterAll(() => house?.close())

function send(policy: Policy, bad: BadBody): Promise<Answer> {
  return house.app.request(policy.at(world.own), {
    method: 'POST',
    body: bad.body,
    cookie: world.cookies[rightfulActor(policy.post ?? 'everyone')],
    headers: {
      origin: house.app.url,
      'sec-fetch-site': 'same-origin',
      ...(bad.contentType === undefined ? {} : { 'content-type': bad.contentType }),
    },
  })
}

function isGone(answer: Answer): boolean {
  return answer.status === 404 || /\/login/.test(answer.headers.location ?? '')
}

describe('bad input', () => {
  it('is refused by every action: never a failure of ours, and nothing stored of what was refused', async () => {
    const wrong: string[] = []
    const ids = new Set(house.routes.map((route) => route.id))
    for (const [id, policy] of Object.entries(policies)) {
      if (!ids.has(id)) continue
      if (!policy.post || policy.post === 'nobody' || !policy.body) continue
      let before = await contentOf(house)
      for (const bad of badBodies(policy.body(world.own, world), perRoute)) {
        let answer = await send(policy, bad)
        if (isGone(answer)) {
          // An earlier body was right after all and took the thing away (a deletion, a sign-out): on with another.
          world = await makeWorld(house.app)
          before = await contentOf(house)
          answer = await send(policy, bad)
        }
        const after = await contentOf(house)
        const tell = (what: string) => wrong.push(`${id}: ${bad.about}: ${what} (${bad.body.toString().slice(0, 120)})`)
        if (answer.status >= 500) tell(`${answer.status}`)
        if (answer.status >= 400 && answer.status < 500 && after !== before) {
          tell(`${answer.status}, but stored something: ${changed(before, after)}`)
        }
        if (answer.status === 200 && after !== before) tell('stored something and showed the form again')
        before = after
        if (wrong.length > 40) break
      }
    }
    expect(wrong).toEqual([])
  }, 600_000)

  it('in the address is refused: no id and no query makes a page fail or lead away', async () => {
    const wrong: string[] = []
    for (const policy of Object.values(policies)) {
      if (policy.get === 'nobody') continue
      const cookie = world.cookies[rightfulActor(policy.get)]
      const address = policy.at(world.own)
      for (const query of oddQueries) {
        const asked = `${address}${address.includes('?') ? '&' : '?'}${query}`
        const answer = await house.app.request(asked, { cookie })
        if (answer.status >= 500) wrong.push(`GET ${asked}: ${answer.status}`)
        if (/^(https?:|\/\/|\/\\)/.test(answer.headers.location ?? '')) {
          wrong.push(`GET ${asked}: leads to ${answer.headers.location}`)
        }
      }
      if (!isOwnedAddress(policy, world)) continue
      for (const spoiled of oddIds) {
        const asked = address.replace(/[2-9b-z]{12}/, spoiled)
        const answer = await house.app.request(asked, { cookie })
        if (answer.status >= 500) wrong.push(`GET ${asked}: ${answer.status}`)
      }
    }
    expect(wrong).toEqual([])
  }, 120_000)

  it('leaves the app as it was: it still serves, and logged no failure', async () => {
    const answer = await house.app.request('/readyz')
    expect(answer.status).toBe(200)
    const failures = house.app
      .output()
      .split('\n')
      .filter((line) => /TypeError|ReferenceError|RangeError|Sequelize/.test(line))
    expect(failures.slice(0, 10)).toEqual([])
  })
})

const oddQueries = [
  'page=0',
  'page=-1',
  'page=1e9',
  'page=99999999999999999999',
  'page=a',
  'page=1&page=2',
  'page[]=1',
  'q=%00',
  'q=%27%20OR%201=1%20--',
  'q=%25%5F%5C',
  `q=${'x'.repeat(5000)}`,
  'status=%F0%9F%92%A9',
  'from=2026-02-30&to=x',
  'sort=id;drop%20table',
  'redirectTo=//evil.example',
  'redirectTo=https://evil.example',
  'redirectTo=/%5Cevil.example',
  'redirectTo=javascript:alert(1)',
  'due=%00',
  'class=x&session=y',
  '%',
  '%ff=%fe',
  '__proto__[x]=1',
]

const oddIds = [
  '%00',
  '%2e%2e%2f',
  '%ff',
  "'",
  '%F0%9F%98%80',
  'a'.repeat(2000),
  '__proto__',
  'constructor',
  '12',
  '%0d%0aX: y'.replace(' ', '%20'),
]

function changed(before: string, after: string): string {
  const lines = new Set(before.split('\n'))
  return after
    .split('\n')
    .filter((line) => !lines.has(line))
    .map((line) => line.split(':')[0])
    .join(', ')
}
