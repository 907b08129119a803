import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressFor, rightfulActor } from './expectations'
import { type House, openHouse } from './house'
import { type Kept, keepContent } from './kept'
import { addressOf, declaredIn, describeAnswer } from './matrix'
import type { Policy } from './policy'
import { changedTables, contentOf } from './stored'
import { type Actor, actors, makeWorld, type World } from './world'

let house: House
let world: World
let kept: Kept
/** The fingerprint of everything untouched. */
let untouched: string

beforeAll(async () => {
  house = await openHouse()
  world = await makeWorld(house.app)
  kept = await keepContent()
  untouched = await contentOf(house)
})
afterAll(async () => {
  await kept?.close()
  await house?.close()
})

/** Sends a right body as somebody who may, and undoes what it did; what is wrong with the answer, if anything. */
async function post(policy: Policy, actor: Actor): Promise<string | undefined> {
  const address = addressFor(actor, policy, world.own, world)
  const form = policy.body?.(world.own, world)
  const answer = await house.app.request(address, { form, cookie: world.cookies[actor] })
  const changed = changedTables(untouched, await contentOf(house))
  await kept.restore(changed)
  const told = `POST ${address} as ${actor}: ${describeAnswer(answer)}`
  if (answer.status >= 400) return `${told}\n${messagesIn(answer.text)}`
  if (actor !== 'anonymous' && /\/login$/.test(addressOf(answer) ?? '')) return `${told}: signed out`
  const stored = changed.length > 0
  if (stored === Boolean(policy.storesNothing)) return `${told}: ${stored ? 'stored something' : 'stored nothing'}`
  return undefined
}

it('does what a right post asks for, for whom the policy allows', async () => {
  const wrong: string[] = []
  for (const { policy } of declaredIn(house)) {
    if (!policy.post || policy.post === 'nobody' || !policy.body || policy.notAcceptedBecause) continue
    const rightful = policy.verdict
      ? actors.find((one) => policy.verdict?.(one, 'POST') === 'in')
      : rightfulActor(policy.post)
    const inTheChildsPlace = policy.guardians === 'pays' || policy.guardians === 'acts' ? ['guardian' as const] : []
    for (const actor of [...(rightful ? [rightful] : []), ...inTheChildsPlace]) {
      const refused = await post(policy, actor)
      if (refused) wrong.push(refused)
    }
  }
  expect(wrong).toEqual([])
}, 600_000)

function messagesIn(html: string): string {
  return (
    html
      .match(/class="[^"]*error[^"]*"[^>]*>.*?<\//gs)
      ?.slice(0, 5)
      .join('\n') ?? ''
  )
}
