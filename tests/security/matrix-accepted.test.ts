import { afterAll, beforeAll, expect, it } from 'vitest'
import { rightfulActor } from './expectations'
import { type House, openHouse } from './house'
import { declaredIn, describeAnswer, placeOf } from './matrix'
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

/** What takes something away is posted after what needs it. */
const takesAway = /(delete|removal|withdrawal|cancellation|cancel|rejection|leaving|check-out|logout|status|undo)$/

/** Sends a right body as somebody who may; what is wrong with the answer, if anything. */
async function post(policy: Policy): Promise<string | undefined> {
  const actor = policy.verdict
    ? actors.find((one) => policy.verdict?.(one, 'POST') === 'in')
    : rightfulActor(policy.post ?? 'everyone')
  if (!actor) return undefined
  const address = policy.at(world.own)
  const before = await contentOf(house)
  const form = policy.body?.(world.own, world)
  const answer = await house.app.request(address, { form, cookie: world.cookies[actor] })
  const told = `POST ${address} as ${actor}: ${describeAnswer(answer)}`
  if (answer.status >= 400) return `${told}\n${messagesIn(answer.text)}`
  if (actor !== 'anonymous' && /\/login$/.test(placeOf(answer) ?? '')) return `${told}: signed out`
  const changed = (await contentOf(house)) !== before
  if (changed === Boolean(policy.storesNothing)) return `${told}: ${changed ? 'stored something' : 'stored nothing'}`
  return undefined
}

it('does what a right post asks for, for whom the policy allows', async () => {
  const wrong: string[] = []
  const tried = declaredIn(house).filter(
    ({ policy }) => policy.post && policy.post !== 'nobody' && policy.body && !policy.notAcceptedBecause,
  )
  const last = tried.filter(({ route }) => takesAway.test(route.id))
  for (const { policy } of [...tried.filter((one) => !last.includes(one)), ...last]) {
    if (!(await post(policy))) continue
    // Another post may have taken what this one needs: what it answers in a world of its own counts.
    world = await makeWorld(house.app)
    const refused = await post(policy)
    if (refused) wrong.push(refused)
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
