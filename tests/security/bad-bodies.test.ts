import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../factories/app'
import { type BadBody, badBodies } from './bad-bodies'
import { isOwnedAddress, rightfulActor } from './expectations'
import { type House, openHouse } from './house'
import { policies } from './policies'
import type { Policy } from './policy'
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

/** How many are sent side by side and looked at together: reading all tables after each took most of the time. */
const sentTogether = 12

/**
 * How often a world is made anew for one action. Where every body is right (a deletion has no fields), what remains meets a thing that is
 * gone: that has to be survived as well, and a world takes longer than all the bodies.
 */
const worldsOfAnAction = 2

/** What is wrong with the answers of one action to all bad bodies. */
async function sendAll(id: string, policy: Policy): Promise<string[]> {
  const wrong: string[] = []
  const bodies = badBodies(policy.body?.(world.own, world) ?? {}, perRoute)
  let before = await contentOf(house)
  let worlds = 0
  for (let from = 0; from < bodies.length; from += sentTogether) {
    const sent = bodies.slice(from, from + sentTogether)
    let answers = await Promise.all(sent.map((bad) => send(policy, bad)))
    if (answers.some(isGone) && worlds < worldsOfAnAction) {
      // One was right after all and took the thing away (a deletion, a sign-out): on with another.
      worlds += 1
      world = await makeWorld(house.app)
      before = await contentOf(house)
      answers = []
      for (const bad of sent) answers.push(await send(policy, bad))
    }
    for (const [index, answer] of answers.entries()) {
      if (answer.status >= 500) wrong.push(told(id, sent[index], `${answer.status}`))
    }
    const after = await contentOf(house)
    // Nothing may be stored of what was refused; where something was, each is sent again to find which one it is.
    const suspects = after === before ? [] : sent.filter((_, index) => isRefusal(answers[index]))
    const found = await findStoring(id, policy, suspects)
    if (found.length === 0 && suspects.length === sent.length)
      wrong.push(`${id}: refused, but stored: ${changed(before, after)}`)
    wrong.push(...found)
    before = suspects.length === 0 ? after : await contentOf(house)
  }
  return wrong
}

/** Sends refused bodies once more, one by one, and tells which of them stores something all the same. */
async function findStoring(id: string, policy: Policy, suspects: readonly BadBody[]): Promise<string[]> {
  const found: string[] = []
  let before = suspects.length === 0 ? '' : await contentOf(house)
  for (const bad of suspects) {
    const answer = await send(policy, bad)
    const after = await contentOf(house)
    if (isRefusal(answer) && after !== before) {
      found.push(told(id, bad, `${answer.status}, but stored: ${changed(before, after)}`))
    }
    before = after
  }
  return found
}

function told(id: string, bad: BadBody | undefined, what: string): string {
  return `${id}: ${bad?.about}: ${what} (${bad?.body.toString().slice(0, 120)})`
}

/** The form again, or a 4xx; everything else was right after all. A call that answers 200 has done what it was asked. */
function isRefusal(answer: Answer | undefined): boolean {
  if (!answer) return false
  if (answer.status === 200) return (answer.headers['content-type'] ?? '').includes('text/html')
  return answer.status >= 400 && answer.status < 500
}

describe('bad input', () => {
  it('is refused by every action: never a failure of ours, and nothing stored of what was refused', async () => {
    const wrong: string[] = []
    const ids = new Set(house.routes.map((route) => route.id))
    for (const [id, policy] of Object.entries(policies)) {
      if (!ids.has(id)) continue
      if (!policy.post || policy.post === 'nobody' || !policy.body) continue
      wrong.push(...(await sendAll(id, policy)))
      if (wrong.length > 40) break
    }
    expect(wrong).toEqual([])
  }, 1_500_000)

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
  }, 900_000)

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
