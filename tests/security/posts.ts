import { afterAll, describe, expect, it } from 'vitest'
import { isRouteDue, seed } from '../setup/rotation'
import { hourMs } from '../setup/slowness'
import { steadily } from '../setup/steadily'
import { isOwnedAddress, rightfulActor } from './expectations'
import { failuresIn } from './failures'
import type { House } from './house'
import { type Declared, declaredIn, describeAnswer } from './matrix'
import { beforeAllInWorld, ofPart, type Part, parts, turns } from './parts'
import { allowed, limitedRoles } from './permissions'
import type { RoutePolicy } from './policy'
import { PostChecks } from './post-checks'
import { type Actor, actors } from './world'

/** Each run sends malformed bodies to one of every ten actions, and to those that the tested code change affects. */
const badBodyTurns = 10

/** Returns one allowed sender of each kind: the student or a staff user, and a guardian of the child. */
function sendersOf(policy: RoutePolicy): Actor[] {
  const rightful = policy.verdict
    ? actors.find((one) => policy.verdict?.(one, 'POST') === 'in')
    : rightfulActor(policy.post ?? 'nobody')
  const isSentByGuardians = policy.guardians === 'pays' || policy.guardians === 'acts'
  return [...(rightful ? [rightful] : []), ...(isSentByGuardians ? ['guardian' as const] : [])]
}

/** Returns the limited roles that may do the action in their own sections. */
const limitedSenders = ({ post, verdict }: RoutePolicy) =>
  limitedRoles.filter(
    (role) =>
      !verdict && Object.entries(allowed).some(([permission, all]) => permission === post && all.includes(role)),
  )

const withBody = (all: readonly Declared[]) =>
  all.filter(({ policy }) => policy.post !== 'nobody' && policy.body !== undefined)

/** Declares a test over many actions. It grows with the product: only a lack of progress makes it time out. */
function itForActions(name: string, work: (errors: string[], step: (what: string) => void) => Promise<void>): void {
  it(
    name,
    () =>
      steadily(async (step) => {
        const errors: string[] = []
        await work(errors, step)
        expect(errors, `drawn by TEST_SEED=${seed}`).toEqual([])
      }),
    hourMs,
  )
}

/**
 * Declares the post tests of one part of the routes: valid posts, unauthorised senders, bodies with other owners'
 * resources, and bad bodies. Each test starts from the original data: its changes are undone before the next.
 */
export function describePosts(part: Part, open: () => Promise<House>): void {
  let house: House
  let checks: PostChecks
  /** Actions of this part. */
  let actions: Declared[]
  /** Actions of this part that this run tests. */
  let actionsInRun: Declared[]
  /** Actions that this run tests with malformed bodies, which takes most of the time. */
  let badBodyActions: Declared[]

  beforeAllInWorld(open, async (openedHouse, madeWorld) => {
    house = openedHouse
    checks = await PostChecks.open(openedHouse, madeWorld)
    actions = ofPart(
      declaredIn(openedHouse).filter(({ policy }) => policy.post),
      part,
    )
    actionsInRun = actions.filter(({ route }) => isRouteDue(route.id, turns))
    badBodyActions = actions.filter(({ route }) => isRouteDue(route.id, badBodyTurns))
  })
  afterAll(async () => {
    await checks?.close()
    await house?.close()
  })

  describe(`posts to every action, part ${part} of ${parts}`, () => {
    itForActions('succeed for allowed actors, and are in the audit log when staff send them', async (errors, step) => {
      for (const declared of withBody(actionsInRun)) {
        const { route, policy } = declared
        if (policy.notAcceptedBecause) continue
        await checks.restoreLimits()
        for (const actor of sendersOf(policy)) errors.push(...(await checks.errorsOfValidPost(declared, actor)))
        step(route.id)
      }
    })

    itForActions('are refused for actors that the policy does not allow, and store nothing', async (errors, step) => {
      for (const declared of actionsInRun) {
        await checks.restoreLimits()
        errors.push(...(await Promise.all(actors.map((actor) => checks.errorsOfRefusedActor(actor, declared)))).flat())
        const changed = await checks.restoreChanges()
        if (changed.length > 0) errors.push(`${declared.route.id}: a refused actor changed ${changed}`)
        step(declared.route.id)
      }
    })

    itForActions(
      'are refused when the body or the address names a resource of another school, family or guardian',
      async (errors, step) => {
        for (const declared of withBody(actionsInRun)) {
          await checks.restoreLimits()
          for (const actor of sendersOf(declared.policy))
            errors.push(...(await checks.errorsOfOthersResources(declared, actor)))
          step(declared.route.id)
        }
      },
    )

    itForActions(
      'return 404 for a resource of another school, even when the form is also invalid',
      async (errors, step) => {
        for (const { policy } of actionsInRun) {
          if (policy.post === 'nobody' || policy.get === 'nobody' || policy.verdict) continue
          if (!isOwnedAddress(policy, checks.world)) continue
          const actor = rightfulActor(policy.post ?? 'nobody')
          const address = policy.at(checks.world.foreign)
          const answer = await checks.house.app.request(address, {
            form: { intent: 'save' },
            cookie: checks.world.cookies[actor],
          })
          // The page itself is unavailable, so the response cannot show the form again.
          if (answer.status !== 404) errors.push(`POST ${address} as ${actor}: ${describeAnswer(answer)}`)
          step(address)
        }
      },
    )

    itForActions(
      'are refused with malformed bodies: no server error, no apparent success, and nothing is stored',
      async (errors, step) => {
        for (const declared of withBody(actions)) {
          const usual = checks.usualBadBodiesOf(declared)
          const bodies = badBodyActions.includes(declared) ? [...usual, ...checks.badBodiesOf(declared)] : usual
          errors.push(...(await checks.errorsOfBadBodies(declared, bodies, step)))
          if (errors.length > 40) break
        }
      },
    )

    if (part === 3) {
      itForActions(
        'are refused for users limited to own sections when the section belongs to another teacher',
        async (errors, step) => {
          await checks.restoreLimits()
          let sent = 0
          const sendAll = async () => {
            for (const { route, policy } of withBody(declaredIn(checks.house))) {
              for (const role of limitedSenders(policy)) {
                const address = policy.at(checks.world.own)
                const form = new URLSearchParams(checks.bodyOf(policy, checks.world.own))
                const { answer, changed } = await checks.send(address, role, { form })
                sent += 1
                const summary = `POST ${address} as ${role}: ${describeAnswer(answer)}`
                if (changed.length > 0) errors.push(`${summary}, changed ${changed}`)
                else if (![404, 422].includes(answer.status)) errors.push(summary)
                step(route.id)
              }
            }
          }
          await checks.withChangedData(() => checks.moveTeacher(), sendAll)
          expect(sent).toBeGreaterThan(15)
        },
      )
    }

    it('leave the app running, without a failure in its log', async () => {
      const answer = await checks.house.app.request('/readyz')
      expect(answer.status).toBe(200)
      expect(failuresIn(checks.house)).toEqual([])
    })
  })
}
