import { afterAll, describe, expect, it } from 'vitest'
import { isInnerDue, isRouteDue, seed } from '../setup/rotation'
import { hourMs } from '../setup/slowness'
import { beforeAllSteadily, steadily } from '../setup/steadily'
import { rightfulActor } from './expectations'
import { failuresIn } from './failures'
import { type House, openHouse } from './house'
import { policies } from './policies'
import { makeWorld, type World } from './world'

let house: House
let world: World

beforeAllSteadily(async (step) => {
  house = await openHouse()
  step('the house is open')
  world = await makeWorld(house.app, { step })
})
afterAll(() => house?.close())

/** Each run sends only one in `turns` odd queries to a page behind sign-in. */
const turns = 7

describe('the app at unusual addresses', () => {
  it(
    'answers every odd query without a server error or a redirect to another site',
    () =>
      steadily(async (step) => {
        const wrong: string[] = []
        for (const [id, policy] of Object.entries(policies)) {
          if (policy.get === 'nobody' || !isRouteDue(id, 10)) continue
          const cookie = world.cookies[rightfulActor(policy.get)]
          const address = policy.at(world.own)
          const ask = async (asked: string) => {
            const answer = await house.app.request(asked, { cookie })
            if (answer.status >= 500) wrong.push(`GET ${asked}: ${answer.status}`)
            if (/^(https?:|\/\/|\/\\)/.test(answer.headers.location ?? '')) {
              wrong.push(`GET ${asked}: leads to ${answer.headers.location}`)
            }
            step(asked)
          }
          // Public pages get every query.
          const inTurn = [...togetherQueries, ...oddQueries].filter(
            (query) => !cookie || isInnerDue(`${id} ${query}`, turns),
          )
          for (const query of [fourBytes, ...inTurn]) {
            await ask(`${address}${address.includes('?') ? '&' : '?'}${query}`)
          }
        }
        expect(wrong, `drawn by TEST_SEED=${seed}`).toEqual([])
      }),
    hourMs,
  )

  it('refuses requests that no browser makes', async () => {
    const status = async (address: string, call: Parameters<House['app']['request']>[1]) =>
      (await house.app.request(address, call)).status
    expect(await status('/students', { method: 'TRACE' })).toBe(405)
    expect(await status('/students/login', { method: 'PROPFIND' })).toBe(405)
    expect(await status('http://other.example/students', {})).toBe(400)
    const foreign = { host: 'evil.example', origin: 'http://evil.example' }
    expect(await status('/language', { form: { language: 'gu' }, headers: foreign })).toBeLessThan(500)
  })

  it('keeps running, without a failure in the log', async () => {
    const answer = await house.app.request('/readyz')
    expect(answer.status).toBe(200)
    expect(failuresIn(house)).toEqual([])
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
  'token=%00&email=%F0%9F%98%80',
  'month=2026-13&period=-1',
  'class=x&session=y',
  '%',
  '%ff=%fe',
  '__proto__[x]=1',
]

/** Query parameters that the pages read. */
const names =
  'page per_page search q sort by status class session section student from to day date month period tab kind type group show check id due token email'

/** Builds a query with the same odd text for every parameter. */
const together = (text: string) =>
  names
    .split(' ')
    .map((name) => `${name}=${encodeURIComponent(text)}`)
    .join('&')

/** Query that every run sends: a page must respond normally, although the query matches no record. */
const fourBytes = together('\u{1F600}')

const togetherQueries = ["' OR 1=1 --\u0000%_\\", '2026-02-30', '99999999999999999999', '__proto__'].map(together)
