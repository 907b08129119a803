import { afterAll, describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import type { Answer, Call } from '../factories/app'
import { isDeep, isDue, isRouteDue, seed, seedOf } from '../setup/rotation'
import { hourMs } from '../setup/slowness'
import { steadily } from '../setup/steadily'
import { auditEntriesByRoute, entriesAfter, newestEntry } from './audited'
import { type BadBody, fieldBodies, formBody, fourByteBodies, unreadableBodies } from './bad-bodies'
import { addressFor, isOwnedAddress, rightfulActor, verdictOfPolicy } from './expectations'
import { failuresIn } from './failures'
import { foundBodies } from './found-bodies'
import type { House } from './house'
import { type Kept, keepContent } from './kept'
import { type Markers, type Owner, ownersOfIds } from './markers'
import { addressOf, agrees, type Declared, declaredIn, describeAnswer } from './matrix'
import { idsIn, mixedAddresses, strangeBodies } from './others'
import { beforeAllInWorld, ofPart, type Part, parts, turns } from './parts'
import { allowed, limitedRoles, type Role, roles } from './permissions'
import type { RoutePolicy } from './policy'
import { changedTables, draftTables, fingerprintOf } from './stored'
import { type Actor, actors, type Things, type World } from './world'

/** Each run sends malformed bodies to one in `spoiledTurns` actions, in addition to those that the change reaches. */
const spoiledTurns = 10

/**
 * Number of random bodies with a malformed field that an action gets; more for a third of the actions in turn.
 * BAD_BODIES=1000 for a long run.
 */
const drawnFor = (id: string) => Number(process.env.BAD_BODIES ?? (isDeep ? 40 : isDue(id, 3) ? 20 : 4))

const isStaff = (actor: Actor): actor is Role => (roles as readonly Actor[]).includes(actor)

/**
 * Declares the post tests of one part of the routes: valid posts, unauthorised senders, bodies with other owners'
 * resources, and bad bodies. Each starts from untouched data: its changes are restored before the next.
 */
export function describePosts(part: Part, open: () => Promise<House>): void {
  let house: House
  let world: World
  let kept: Kept
  /** Fingerprint of the untouched data. */
  let untouched: string
  /** Id of the newest audit entry before any post. */
  let newest: number
  let owners: Markers
  /** Actions of this part. */
  let actions: Declared[]
  /** Actions of this part due in this run. */
  let due: Declared[]
  /** Due actions that get bad bodies, which take most of the time. */
  let spoiled: Declared[]

  beforeAllInWorld(open, async (openedHouse, madeWorld) => {
    house = openedHouse
    world = madeWorld
    kept = await keepContent()
    untouched = await fingerprintOf(house)
    newest = await newestEntry()
    owners = await ownersOfIds(world)
    actions = ofPart(
      declaredIn(house).filter(({ policy }) => policy.post),
      part,
    )
    due = actions.filter(({ route }) => isRouteDue(route.id, turns))
    spoiled = actions.filter(({ route }) => isRouteDue(route.id, spoiledTurns))
  })
  afterAll(async () => {
    await kept?.close()
    await house?.close()
  })

  /** Sends one body, returns the changed tables and new audit entries, and restores the data. */
  async function send(
    address: string,
    actor: Actor,
    call: Call,
  ): Promise<{ answer: Answer; changed: string[]; entries: string[] }> {
    const answer = await house.app.request(address, { cookie: world.cookies[actor], ...call })
    const changed = changedTables(untouched, await fingerprintOf(house))
    const entries = changed.includes('audit_entries') ? await entriesAfter(newest) : []
    // After a redirect to sign in, this body may have ended the session: restore it.
    if (changed.length > 0 || /\/login/.test(answer.headers.location ?? '')) await kept.restore(changed)
    return { answer, changed, entries }
  }

  const bodyOf = (policy: RoutePolicy, things: Things): Array<[string, string]> =>
    Object.entries(policy.body?.(things, world) ?? {})

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

  /** Moves the teacher from the student's section to another section of the class. */
  const moveTeacher = () =>
    execute(
      `UPDATE sections s JOIN teachers t ON t.staff_user_id = :id
       SET s.class_teacher_id = IF(s.public_id = :section, t.id, NULL)
       WHERE s.public_id = :section OR s.class_teacher_id = t.id`,
      { section: world.own.spare.section, id: world.staff.teacher.id },
    )

  const withBody = (all: readonly Declared[]) =>
    all.filter(({ policy }) => policy.post !== 'nobody' && policy.body !== undefined)

  /** Sends a valid body as an allowed actor; returns the errors of the response. */
  async function troubleOfRight({ route, policy }: Declared, actor: Actor): Promise<string[]> {
    const address = addressFor(actor, policy, world.own, world)
    const form = new URLSearchParams(bodyOf(policy, world.own))
    const { answer, changed, entries } = await send(address, actor, { form })
    const told = `POST ${address} as ${actor}: ${describeAnswer(answer)}`
    if (answer.status >= 400) return [`${told}\n${messagesIn(answer.text)}`]
    if (actor !== 'anonymous' && /\/login$/.test(addressOf(answer) ?? '')) return [`${told}: signed out`]
    const stored = changed.length > 0
    if (stored === Boolean(policy.storesNothing)) return [`${told}: ${stored ? 'stored something' : 'stored nothing'}`]
    const expected = [policy.audits ?? auditEntriesByRoute[route.id] ?? []].flat().sort().join('; ')
    if (entries.join('; ') !== expected)
      return [`${told}: the audit log says [${entries.join('; ')}], not [${expected}]`]
    const isAudited = changed.includes('audit_entries')
    if (!isStaff(actor) || !stored || isAudited !== Boolean(policy.auditsNothing)) return []
    return [`${told}: ${isAudited ? 'is in the audit log after all' : `is not in the audit log; changed ${changed}`}`]
  }

  /** Sends a valid body as an actor that the policy refuses; returns the errors of the response. */
  async function troubleOfRefused(actor: Actor, { policy }: Declared): Promise<string[]> {
    const expected = policy.post === 'nobody' ? 405 : verdictOfPolicy(policy, actor, 'POST', world)
    if (expected === 'in') return []
    const address = addressFor(actor, policy, world.own, world)
    const form = new URLSearchParams(bodyOf(policy, world.own))
    const answer = await house.app.request(address, { form, cookie: world.cookies[actor] })
    // A refused reference in the body may also be shown as an error of its field.
    if (agrees(answer, expected) || (expected === 404 && answer.status === 422)) return []
    return [`POST ${address} as ${actor}: ${describeAnswer(answer)}, not ${expected}`]
  }

  /** Returns a function that finds, for an id, a resource of the same kind that belongs to `others`. */
  const likeOf =
    (...others: Owner[]) =>
    (id: string) => {
      const table = owners.get(id)?.table
      const [found] = [...owners].find(([, mark]) => mark.table === table && others.includes(mark.owner)) ?? []
      return found
    }

  const isPersonal = (id: string) => {
    const mark = owners.get(id)
    return mark !== undefined && (mark.owner === 'student' || /guardian/.test(mark.table))
  }

  /** Returns bodies that refer to another school, family or guardian. */
  function strangeBodiesOf(policy: RoutePolicy, actor: Actor) {
    const right = bodyOf(policy, world.own)
    const isFamily = actor === 'student' || actor === 'guardian'
    // The office may write to any family, but at a student's address only about that student's resources.
    const isOfOne = isFamily || idsIn(policy.at(world.own).split('?')[0] ?? '').some(isPersonal)
    return strangeBodies(right, [
      {
        whose: 'of another school',
        fields: bodyOf(policy, world.foreign),
        like: likeOf('foreign student', 'foreign school'),
        isTried: (id) => owners.has(id),
      },
      {
        whose: 'of another family',
        fields: bodyOf(policy, world.classmate),
        like: likeOf('classmate'),
        isTried: (id) => isOfOne && isPersonal(id),
      },
    ])
  }

  /** Returns the errors of one action's responses to bodies and addresses with other owners' resources. */
  async function troubleOfOthers({ route, policy }: Declared, actor: Actor): Promise<string[]> {
    const wrong: string[] = []
    const address = addressFor(actor, policy, world.own, world)
    const judge = (about: string, { answer, changed }: { answer: Answer; changed: string[] }) => {
      const stored = changed.filter((name) => !draftTables.includes(name))
      const told = `${route.id} as ${actor}: ${about}: ${describeAnswer(answer)}`
      if (answer.status >= 500 || isRefusedAsDone(answer, policy)) wrong.push(told)
      if (stored.length > 0) wrong.push(`${told}, stored ${stored}`)
    }
    for (const { about, form } of strangeBodiesOf(policy, actor)) {
      if (policy.ignoresOthers?.[about.replace(/ is of another \w+/, '')]) continue
      judge(`${about} (${form})`.slice(0, 400), await send(address, actor, { form }))
    }
    for (const mixed of mixedAddresses(policy, world)) {
      const form = new URLSearchParams(bodyOf(policy, world.own))
      judge(`at ${mixed}`, await send(mixed, actor, { form }))
    }
    return wrong
  }

  /** Returns the errors of one action's responses to bad bodies. */
  async function troubleOfBad(
    { route: { id }, policy }: Declared,
    bodies: readonly BadBody[],
    step: (what: string) => void,
  ): Promise<string[]> {
    const actor = rightfulActor(policy.post ?? 'everyone')
    const post = ({ body, contentType }: BadBody) =>
      send(policy.at(world.own), actor, {
        method: 'POST',
        body,
        headers: {
          origin: house.app.url,
          'sec-fetch-site': 'same-origin',
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
        },
      })
    // Resets the limits on attempts.
    await kept.restore([])
    const mayStay = new Set(draftTables)
    if (policy.notAcceptedBecause) {
      // A refused post may still store its attempt, such as a payment that did not reach the provider.
      const { changed } = await post(formBody('right', bodyOf(policy, world.own)))
      for (const name of changed) mayStay.add(name)
    }
    const wrong: string[] = []
    for (const bad of bodies) {
      const { answer, changed } = await post(bad)
      step(`${id}: ${bad.about}`)
      const told = (what: string) => wrong.push(`${id}: ${bad.about}: ${what} (${bad.body.toString().slice(0, 120)})`)
      if (answer.status >= 500) told(`${answer.status}`)
      if (isRefusedAsDone(answer, policy)) told('refused with 200')
      const stored = changed.filter((name) => !mayStay.has(name))
      if (answer.status >= 400 && answer.status < 500 && stored.length > 0)
        told(`${answer.status}, but stored: ${stored}`)
    }
    return wrong
  }

  function badBodiesOf({ route: { id }, policy }: Declared): BadBody[] {
    const right = Object.fromEntries(bodyOf(policy, world.own))
    const hasFields = Object.keys(right).length > 0
    return [
      ...fourByteBodies(right),
      // All actions share the parser that reads these, so each action gets only a third of them per run.
      ...unreadableBodies(right).filter(({ about }) => isDue(`${id} ${about}`, 3)),
      // A form without fields needs fewer of these.
      ...fieldBodies(right, hasFields ? drawnFor(id) : Math.ceil(drawnFor(id) / 5), seedOf(id)),
    ]
  }

  /** Declares a test over all actions, whose duration grows with the product: only a lack of progress fails it. */
  const claim = (name: string, work: (wrong: string[], step: (what: string) => void) => Promise<void>) =>
    it(
      name,
      () =>
        steadily(async (step) => {
          const wrong: string[] = []
          await work(wrong, step)
          expect(wrong, `drawn by TEST_SEED=${seed}`).toEqual([])
        }),
      hourMs,
    )

  describe(`posts, part ${part} of ${parts}`, () => {
    claim(
      'do what they ask for, from whom the policy allows, and those of staff are in the audit log',
      async (wrong, step) => {
        for (const declared of withBody(due)) {
          const { route, policy } = declared
          if (policy.notAcceptedBecause) continue
          await kept.restore([])
          for (const actor of sendersOf(policy)) wrong.push(...(await troubleOfRight(declared, actor)))
          step(route.id)
        }
      },
    )

    claim('are refused from whom the policy does not allow, and store nothing', async (wrong, step) => {
      for (const declared of due) {
        await kept.restore([])
        wrong.push(...(await Promise.all(actors.map((actor) => troubleOfRefused(actor, declared)))).flat())
        const changed = changedTables(untouched, await fingerprintOf(house))
        if (changed.length > 0) wrong.push(`${declared.route.id}: stored ${changed} of somebody refused`)
        await kept.restore(changed)
        step(declared.route.id)
      }
    })

    claim('are refused where they name what is another school’s, family’s or guardian’s', async (wrong, step) => {
      for (const declared of withBody(due)) {
        await kept.restore([])
        for (const actor of sendersOf(declared.policy)) wrong.push(...(await troubleOfOthers(declared, actor)))
        step(declared.route.id)
      }
    })

    claim('find no thing of another either when the form is wrong as well', async (wrong, step) => {
      for (const { policy } of due) {
        if (policy.post === 'nobody' || policy.get === 'nobody' || policy.verdict) continue
        if (!isOwnedAddress(policy, world)) continue
        const actor = rightfulActor(policy.post ?? 'nobody')
        const address = policy.at(world.foreign)
        const answer = await house.app.request(address, { form: { intent: 'save' }, cookie: world.cookies[actor] })
        // The page itself is unavailable, so the response cannot show the form again.
        if (answer.status !== 404) wrong.push(`POST ${address} as ${actor}: ${describeAnswer(answer)}`)
        step(address)
      }
    })

    claim(
      'with bad bodies are refused: never a failure of ours, never as if done, and nothing stored',
      async (wrong, step) => {
        for (const declared of withBody(actions)) {
          const { route, policy } = declared
          const found = foundBodies[route.id]?.(Object.fromEntries(bodyOf(policy, world.own))) ?? []
          const bodies = spoiled.includes(declared) ? [...found, ...badBodiesOf(declared)] : found
          if (bodies.length > 0) wrong.push(...(await troubleOfBad(declared, bodies, step)))
          if (wrong.length > 40) break
        }
      },
    )

    if (part === 3) {
      claim(
        'are refused from users limited to own sections about a section that another teacher has',
        async (wrong, step) => {
          await kept.restore([])
          const before = { kept, untouched }
          await moveTeacher()
          kept = await keepContent()
          untouched = await fingerprintOf(house)
          let sent = 0
          for (const { route, policy } of withBody(declaredIn(house))) {
            for (const role of limitedSenders(policy)) {
              const address = policy.at(world.own)
              const form = new URLSearchParams(bodyOf(policy, world.own))
              const { answer, changed } = await send(address, role, { form })
              sent += 1
              const told = `POST ${address} as ${role}: ${describeAnswer(answer)}`
              if (changed.length > 0) wrong.push(`${told}, changed ${changed}`)
              else if (![404, 422].includes(answer.status)) wrong.push(told)
              step(route.id)
            }
          }
          await kept.close()
          const moved = changedTables(before.untouched, untouched)
          ;({ kept, untouched } = before)
          await kept.restore(moved)
          expect(sent).toBeGreaterThan(15)
        },
      )
    }

    it('leaves the app serving, without a failure in the log', async () => {
      const answer = await house.app.request('/readyz')
      expect(answer.status).toBe(200)
      expect(failuresIn(house)).toEqual([])
    })
  })
}

/**
 * Returns true for a refusal that looks like success to a browser: the form again with status 200. A multi-step form
 * (`storesNothing`) also answers a valid body this way.
 */
function isRefusedAsDone(answer: Answer, policy: RoutePolicy): boolean {
  if (policy.showsOnce || policy.storesNothing) return false
  return answer.status === 200 && (answer.headers['content-type'] ?? '').includes('text/html')
}

function messagesIn(html: string): string {
  const errors = html.match(/class="[^"]*error[^"]*"[^>]*>.*?<\//gs) ?? []
  return errors.slice(0, 5).join('\n')
}
