import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../factories/app'
import { isDeep, isDue, seed, seedOf } from '../setup/rotation'
import { type BadBody, fieldBodies, formBody, fourByteBodies, unreadableBodies } from './bad-bodies'
import { rightfulActor } from './expectations'
import { foundBodies } from './found-bodies'
import type { House } from './house'
import { type Kept, keepContent } from './kept'
import { policies } from './policies'
import type { Policy } from './policy'
import { changedTables, contentOf, drafts } from './stored'
import { makeWorld, type World } from './world'

/** Bodies with a spoiled field for an action, drawn anew in each run, for a third of the actions in turn many; BAD_BODIES=1000 for a long one. */
const drawnFor = (id: string) => Number(process.env.BAD_BODIES ?? (isDeep ? 100 : isDue(id, 3) ? 20 : 4))

/** The actions are dealt out to this many test files. */
const parts = 2

/**
 * Declares that the actions of one part of the routes survive bad bodies and store nothing of what they refuse. Each body meets everything
 * untouched: what one of them changes (it was right after all, or took the thing away) is put back before the next.
 */
export function describeRefusals(part: 1 | 2, open: () => Promise<House>): void {
  let house: House
  let world: World
  let kept: Kept
  /** The fingerprint of everything untouched. */
  let untouched: string

  beforeAll(async () => {
    house = await open()
    world = await makeWorld(house.app)
    kept = await keepContent()
    untouched = await contentOf(house)
  })
  afterAll(async () => {
    await kept?.close()
    await house?.close()
  })

  /** Sends one body, tells which tables it changed, and undoes that. */
  async function send(policy: Policy, bad: BadBody): Promise<{ answer: Answer; changed: string[] }> {
    const answer = await house.app.request(policy.at(world.own), {
      method: 'POST',
      body: bad.body,
      cookie: world.cookies[rightfulActor(policy.post ?? 'everyone')],
      headers: {
        origin: house.app.url,
        'sec-fetch-site': 'same-origin',
        ...(bad.contentType === undefined ? {} : { 'content-type': bad.contentType }),
      },
    })
    const changed = changedTables(untouched, await contentOf(house))
    // Who was led to the sign-in may have been signed out by this very body.
    if (changed.length > 0 || /\/login/.test(answer.headers.location ?? '')) await kept.restore(changed)
    return { answer, changed }
  }

  /** What is wrong with the answers of one action to all bad bodies. */
  async function sendAll(id: string, policy: Policy): Promise<string[]> {
    const right = policy.body?.(world.own, world) ?? {}
    const hasFields = Object.keys(right).length > 0
    const bodies = [
      ...(foundBodies[id]?.(right) ?? []),
      ...fourByteBodies(right),
      // Read by what all actions share: each meets a third of them.
      ...unreadableBodies(right).filter(({ about }) => isDue(`${id} ${about}`, 3)),
      // Where a form has no fields, what it is sent says little.
      ...fieldBodies(right, hasFields ? drawnFor(id) : Math.ceil(drawnFor(id) / 5), seedOf(id)),
    ]
    // Whoever tried too often begins again.
    await kept.restore([])
    const mayStay = new Set(drafts)
    if (policy.notAcceptedBecause) {
      // It is refused, and that it was tried is stored all the same: a payment that did not reach the provider.
      const { changed } = await send(policy, formBody('right', Object.entries(right)))
      for (const name of changed) mayStay.add(name)
    }
    const wrong: string[] = []
    for (const bad of bodies) {
      const { answer, changed } = await send(policy, bad)
      const told = (what: string) => wrong.push(`${id}: ${bad.about}: ${what} (${bad.body.toString().slice(0, 120)})`)
      if (answer.status >= 500) told(`${answer.status}`)
      const stored = changed.filter((name) => !mayStay.has(name))
      if (isRefusal(answer, policy) && stored.length > 0) told(`${answer.status}, but stored: ${stored}`)
    }
    return wrong
  }

  describe(`bad bodies, part ${part} of ${parts}`, () => {
    it('are refused by every action: never a failure of ours, and nothing stored of what was refused', async () => {
      const wrong: string[] = []
      const ids = new Set(house.routes.map((route) => route.id))
      const actions = Object.entries(policies).filter(
        ([id, policy]) => ids.has(id) && policy.post && policy.post !== 'nobody' && policy.body,
      )
      for (const [index, [id, policy]] of actions.entries()) {
        if (index % parts !== part - 1) continue
        wrong.push(...(await sendAll(id, policy)))
        if (wrong.length > 40) break
      }
      expect(wrong, `drawn by TEST_SEED=${seed}; what is mended goes to found-bodies.ts`).toEqual([])
    }, 2_400_000)

    it('leave the app as it was: it still serves, and logged no failure', async () => {
      const answer = await house.app.request('/readyz')
      expect(answer.status).toBe(200)
      expect(failuresIn(house)).toEqual([])
    })
  })
}

/** The first failures of ours that the house's log tells. */
export function failuresIn(house: House): string[] {
  return house.app
    .output()
    .split('\n')
    .filter((line) => /TypeError|ReferenceError|RangeError|Sequelize/.test(line))
    .slice(0, 10)
}

/** The form again, or a 4xx; everything else was right after all. A call that answers 200 has done what it was asked. */
function isRefusal(answer: Answer, policy: Policy): boolean {
  if (answer.status === 200) return !policy.showsOnce && (answer.headers['content-type'] ?? '').includes('text/html')
  return answer.status >= 400 && answer.status < 500
}
