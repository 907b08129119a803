import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../factories/app'
import { forbiddenMarkers, isOwnedAddress, rightfulActor, type Verdict, verdictOn } from './expectations'
import { type House, openHouse, type ServedRoute } from './house'
import { policies } from './policies'
import type { Policy } from './policy'
import { contentOf } from './stored'
import { actors, makeWorld, type World } from './world'

let house: House
let world: World

beforeAll(async () => {
  house = await openHouse()
  world = await makeWorld(house.app)
})
afterAll(() => house?.close())

function declared(): Array<{ route: ServedRoute; policy: Policy }> {
  return house.routes.flatMap((route) => {
    const policy = policies[route.id]
    return policy ? [{ route, policy }] : []
  })
}

/** What was answered, in the words of the expectation. */
function verdictIn(answer: Answer): Verdict | number {
  const to = answer.headers.location?.split('?')[0]
  const isRedirect = [202, 302, 303].includes(answer.status)
  if (isRedirect && to === '/students/login') return 'student login'
  if (isRedirect && to === '/school/login') return 'school login'
  if (isRedirect && to === '/students/choose-password') return 'choose password'
  // A form that says what is wrong (422) let the actor in.
  return answer.status < 400 || answer.status === 422 ? 'in' : answer.status
}

function agrees(answer: Answer, expected: Verdict): boolean {
  const found = verdictIn(answer)
  if (expected === 'led home') return found === 'in' && [202, 302, 303].includes(answer.status)
  if (expected === 405) return [400, 404, 405].includes(answer.status)
  return found === expected
}

function describeAnswer(answer: Answer): string {
  return `${answer.status}${answer.headers.location ? ` to ${answer.headers.location}` : ''}`
}

/** The same question as client navigation asks it. */
function dataAddress(address: string): string {
  const [path = '', query] = address.split('?')
  const data = path === '/' ? '/_root.data' : `${path}.data`
  return query ? `${data}?${query}` : data
}

describe('every route says who may use it', () => {
  it('has a policy', () => {
    expect(house.routes.map((route) => route.id).filter((id) => !policies[id])).toEqual([])
  })

  it('has no policy left over from a route that is gone', () => {
    const ids = new Set(house.routes.map((route) => route.id))
    expect(Object.keys(policies).filter((id) => !ids.has(id))).toEqual([])
  })

  it('has the address that its policy says', () => {
    const wrong = declared().filter(({ route, policy }) => {
      const pattern = route.address.replace(/:[a-zA-Z]+/g, '[^/?]+').replace(/\*$/, '.+')
      return !new RegExp(`^${pattern}(\\?.*)?$`).test(policy.at(world.own))
    })
    expect(wrong.map(({ route, policy }) => `${route.address}: ${policy.at(world.own)}`)).toEqual([])
  })

  it('says who may post and what a right body is, where there is an action', () => {
    const silent = declared().filter(
      ({ route, policy }) => route.hasAction && policy.post !== 'nobody' && !(policy.post && policy.body),
    )
    expect(silent.map(({ route }) => route.id)).toEqual([])
    const surplus = declared().filter(({ route, policy }) => !route.hasAction && policy.post)
    expect(surplus.map(({ route }) => route.id)).toEqual([])
  })
})

describe('the actor matrix', () => {
  it('answers every reader at every route as the policy says, as a document and as data', async () => {
    const wrong: string[] = []
    for (const { route, policy } of declared()) {
      const isOwned = isOwnedAddress(policy, world)
      const address = policy.at(world.own)
      const questions = actors.flatMap((actor) =>
        (route.hasPage ? [address, dataAddress(address)] : [address]).map((asked) => ({ actor, asked })),
      )
      const answers = await Promise.all(
        questions.map(async ({ actor, asked }) => ({
          actor,
          asked,
          answer: await house.app.request(asked, { cookie: world.cookies[actor] }),
        })),
      )
      for (const { actor, asked, answer } of answers) {
        const expected = policy.verdict?.(actor, 'GET') ?? verdictOn(actor, policy.get, isOwned)
        if (!agrees(answer, expected))
          wrong.push(`GET ${asked} as ${actor}: ${describeAnswer(answer)}, not ${expected}`)
        const publicNames = policy.publicNames?.(world.own) ?? []
        for (const marker of forbiddenMarkers(actor, world)) {
          if (publicNames.includes(marker)) continue
          // The address itself may come back to whoever sent it.
          if (answer.text.replaceAll(address, '').includes(marker) && !address.includes(marker)) {
            wrong.push(`GET ${asked} as ${actor}: tells ${marker}`)
          }
        }
      }
    }
    expect(wrong).toEqual([])
  }, 300_000)

  it('finds no thing of a classmate and of another school, and none that does not exist', async () => {
    const wrong: string[] = []
    for (const { policy } of declared()) {
      if (!isOwnedAddress(policy, world) || policy.get === 'nobody') continue
      const actor = rightfulActor(policy.get)
      const own = policy.at(world.own)
      const others = actor === 'student' ? [world.classmate, world.foreign] : [world.foreign]
      const addresses = [...others.map((things) => policy.at(things)), ...spoiledIds(own)].filter((one) => one !== own)
      for (const address of addresses) {
        const answer = await house.app.request(address, { cookie: world.cookies[actor] })
        if (![400, 404].includes(answer.status)) wrong.push(`GET ${address} as ${actor}: ${describeAnswer(answer)}`)
      }
    }
    expect(wrong).toEqual([])
  }, 300_000)

  it('refuses every post that the policy does not allow, and stores nothing of it', async () => {
    const wrong: string[] = []
    for (const { policy } of declared()) {
      if (!policy.post) continue
      const isOwned = isOwnedAddress(policy, world)
      for (const actor of actors) {
        const expected =
          policy.post === 'nobody' ? 405 : (policy.verdict?.(actor, 'POST') ?? verdictOn(actor, policy.post, isOwned))
        if (expected === 'in') continue
        const address = policy.at(world.own)
        const before = await contentOf(house)
        const answer = await house.app.request(address, {
          form: policy.body?.(world.own, world) ?? {},
          cookie: world.cookies[actor],
        })
        const after = await contentOf(house)
        // A thing named in the body may be refused beside its field.
        const isRefused = agrees(answer, expected) || (expected === 404 && answer.status === 422)
        if (!isRefused) wrong.push(`POST ${address} as ${actor}: ${describeAnswer(answer)}, not ${expected}`)
        if (after !== before) wrong.push(`POST ${address} as ${actor}: stored something`)
      }
    }
    expect(wrong).toEqual([])
  }, 300_000)

  it('finds no thing of another either when the form is wrong as well: its page is not there to show what is wrong', async () => {
    const wrong: string[] = []
    for (const { policy } of declared()) {
      if (!policy.post || policy.post === 'nobody' || policy.get === 'nobody' || policy.verdict) continue
      if (!isOwnedAddress(policy, world)) continue
      const actor = rightfulActor(policy.post)
      const address = policy.at(world.foreign)
      const answer = await house.app.request(address, { form: { intent: 'save' }, cookie: world.cookies[actor] })
      if (answer.status !== 404) wrong.push(`POST ${address} as ${actor}: ${describeAnswer(answer)}`)
    }
    expect(wrong).toEqual([])
  }, 60_000)

  it('accepts a right post from whom the policy allows', async () => {
    const wrong: string[] = []
    for (const { policy } of declared()) {
      if (!policy.post || policy.post === 'nobody' || !policy.body || policy.notAcceptedBecause || policy.verdict)
        continue
      // A world of its own: what is deleted here is not missed elsewhere.
      const fresh = await makeWorld(house.app)
      const actor = rightfulActor(policy.post)
      const answer = await house.app.request(policy.at(fresh.own), {
        form: policy.body(fresh.own, fresh),
        cookie: fresh.cookies[actor],
      })
      if (answer.status >= 400) {
        wrong.push(`POST ${policy.at(fresh.own)} as ${actor}: ${describeAnswer(answer)}\n${messagesIn(answer.text)}`)
      }
    }
    expect(wrong).toEqual([])
  }, 900_000)
})

/** Ids that are nobody's, and texts that are none. */
function spoiledIds(address: string): string[] {
  const id = /[2-9b-z]{12}/.exec(address)?.[0]
  if (!id) return []
  const spoiled = [
    'zzzzzzzzzzzz',
    '1',
    '0',
    '-1',
    '%27%20OR%201=1',
    '%00',
    '%F0%9F%98%80',
    'x'.repeat(3000),
    'undefined',
  ]
  return spoiled.map((text) => address.replace(id, text))
}

function messagesIn(html: string): string {
  return (
    html
      .match(/class="[^"]*error[^"]*"[^>]*>.*?<\//gs)
      ?.slice(0, 5)
      .join('\n') ?? ''
  )
}
