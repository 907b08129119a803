import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressFor, isOwnedAddress, rightfulActor, verdictBy } from './expectations'
import { type House, openHouse } from './house'
import { agrees, type Declared, declaredIn, describeAnswer } from './matrix'
import { contentOf } from './stored'
import { type Actor, actors, makeWorld, type World } from './world'

let house: House
let world: World

beforeAll(async () => {
  house = await openHouse()
  world = await makeWorld(house.app)
})
afterAll(() => house?.close())

/** A right body from whom the policy does not let in; what is wrong with the answer. */
async function tryAs(actor: Actor, { policy }: Declared): Promise<string[]> {
  if (!policy.post) return []
  const address = addressFor(actor, policy, world.own, world)
  const expected = policy.post === 'nobody' ? 405 : verdictBy(policy, actor, 'POST', world)
  if (expected === 'in') return []
  const form = policy.body?.(world.own, world) ?? {}
  const answer = await house.app.request(address, { form, cookie: world.cookies[actor] })
  // A thing named in the body may be refused beside its field.
  if (agrees(answer, expected) || (expected === 404 && answer.status === 422)) return []
  return [`POST ${address} as ${actor}: ${describeAnswer(answer)}, not ${expected}`]
}

it('refuses every post that the policy does not allow, and stores nothing of it', async () => {
  const wrong: string[] = []
  let before = await contentOf(house)
  for (const declared of declaredIn(house).filter(({ policy }) => policy.post)) {
    wrong.push(...(await Promise.all(actors.map((actor) => tryAs(actor, declared)))).flat())
    const after = await contentOf(house)
    if (after !== before) wrong.push(`POST ${declared.policy.at(world.own)}: stored something of somebody refused`)
    before = after
  }
  expect(wrong).toEqual([])
}, 300_000)

it('finds no thing of another either when the form is wrong as well: its page is not there to show what is wrong', async () => {
  const wrong: string[] = []
  for (const { policy } of declaredIn(house)) {
    if (!policy.post || policy.post === 'nobody' || policy.get === 'nobody' || policy.verdict) continue
    if (!isOwnedAddress(policy, world)) continue
    const actor = rightfulActor(policy.post)
    const address = policy.at(world.foreign)
    const answer = await house.app.request(address, { form: { intent: 'save' }, cookie: world.cookies[actor] })
    if (answer.status !== 404) wrong.push(`POST ${address} as ${actor}: ${describeAnswer(answer)}`)
  }
  expect(wrong).toEqual([])
}, 60_000)
