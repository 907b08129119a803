import { afterAll, describe, expect, it } from 'vitest'
import { paths } from '~/addresses/paths'
import { execute } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { makeSheet } from '../factories/attendance'
import { makeNeighbourBehind } from '../factories/neighbour'
import { isInnerDue, isRouteDue, seed } from '../setup/rotation'
import { hourMs } from '../setup/slowness'
import { steadily } from '../setup/steadily'
import {
  addressFor,
  forbiddenOwners,
  isOwnedAddress,
  rightfulActor,
  type Verdict,
  verdictOfPolicy,
} from './expectations'
import type { House } from './house'
import { keepContent } from './kept'
import { type Markers, type Owner, ownersRevealedIn, plantMarkers } from './markers'
import { agrees, type Declared, declaredIn, describeAnswer } from './matrix'
import { mixedAddresses } from './others'
import { beforeAllInWorld, ofPart, type Part, parts, turns } from './parts'
import { limitedRoles } from './permissions'
import { policies } from './policies'
import { type Actor, actors, makeClassTeacher, type World } from './world'

/** Verdicts of the first guard, which checks only the session; nothing later in the request changes them. */
const turnedAway: readonly Verdict[] = [
  'student login',
  'school login',
  'guardian login',
  'invitation first',
  'choose password',
  'second step',
  'set up second factor',
  401,
]

/** Returns the address that client navigation requests for the same page. */
function dataAddress(address: string): string {
  const [path = '', query] = address.split('?')
  const data = path === '/' ? '/_root.data' : `${path}.data`
  return query ? `${data}?${query}` : data
}

/** Student routes whose response contains neither a marker word nor an id of the student. */
const silentRoutes = [
  // Quizzes belong to the class; the student's texts are in the attempts.
  'routes/student-management+/quizzes.index',
  // Files with compressed text, and a receipt stored at the time of payment.
  'routes/students+/_shell+/orders+/$id.invoice[.]pdf',
  'routes/students+/_shell+/results+/$id.report-card[.]pdf',
  'routes/students+/_shell+/report-cards+/$id.card[.]pdf',
  'routes/students+/_shell+/payments+/statement[.]pdf',
  'routes/students+/_shell+/receipts+/$id',
  'routes/students+/_shell+/certificates+/copies.$id',
  // Redirects.
  'routes/students+/_shell+/orders+/$id.pay',
  'routes/students+/_shell+/settings+/language',
  'routes/students+/_shell+/settings+/sessions.$id',
]

/** Routes that list every school, the same for every visitor. */
const listsSchools = ['routes/students+/_shell+/shop+/school']

/**
 * Tables of which a guardian with any right to a child may see rows: they show that the child exists, and its class.
 * Includes `sessions`, because no page can be read without a session.
 */
const ofAnyChild = /^(students|student_profiles|enrollments|guardian_links|files|sessions)$/

/**
 * Tables of which a guardian with only this right may see the child's rows; all others, including new ones, are hidden.
 * Omits the right to see, which opens all tables.
 */
const openTo: Partial<Record<Actor, RegExp>> = {
  'guardian who may only pay':
    /^(dues|due_parts|payments|payment_lines|payment_baskets|receipts|refunds|credits|credit_.*|concessions|fee_.*)$/,
  'guardian who is only told': /^(breach_people|breach_guardians|grievances|grievance_.*|message_.*)$/,
}

/**
 * For each limited role, the actors that send requests while a user of that role is the class teacher: the role itself
 * and, with the first role, all actors without a limited role.
 */
const turnsOfActors = limitedRoles.map((role, turn) => {
  const isLimited = (actor: Actor) => (limitedRoles as readonly Actor[]).includes(actor)
  return [role, actors.filter((actor) => actor === role || (turn === 0 && !isLimited(actor)))] as const
})

/**
 * Declares the read tests of one part of the routes: allowed actors and visible data. `stopClock` stops the app's
 * clock, so that pages that count minutes stay the same.
 */
export function describeReading(part: Part, open: () => Promise<House>, stopClock?: () => void): void {
  let house: House
  let world: World
  let markers: Markers
  /** Routes of this part due in this run. */
  let due: Declared[]

  beforeAllInWorld(open, async (openedHouse, madeWorld) => {
    house = openedHouse
    world = madeWorld
    const { school, session, section, student, enrollment } = world.own
    const place = { schoolId: school.id, sessionId: session.id, sectionId: section.id }
    const present = { studentId: student.id, enrollmentId: enrollment.id, status: 'present' } as const
    // The home page shows today's attendance of a child.
    if (part === 2) await makeSheet(place, todayInIndia(new Date()), [present])
    markers = await plantMarkers(world)
    due = ofPart(declaredIn(house), part).filter(({ route }) => isRouteDue(route.id, turns))
  })
  afterAll(() => house?.close())

  /** Returns an actor's requests for a route: for the page and for each of its tabs, the document and the data. */
  function questionsOf({ route, policy }: Declared, actor: Actor): string[] {
    const address = addressFor(actor, policy, world.own, world)
    const withData = (asked: string) => (route.hasPage ? [asked, dataAddress(asked)] : [asked])
    if (!turnedAway.includes(verdictOfPolicy(policy, actor, 'GET', world))) {
      return [address, ...(policy.tabs ?? [])].flatMap(withData)
    }
    return isInnerDue(`${route.id} ${actor}`, 3) ? withData(address) : [address]
  }

  if (part === 1) {
    describe('policies of the routes', () => {
      it('has a policy for every route', () => {
        expect(house.routes.map((route) => route.id).filter((id) => !policies[id])).toEqual([])
      })

      it('has no policy for a removed route', () => {
        const ids = new Set(house.routes.map((route) => route.id))
        expect(Object.keys(policies).filter((id) => !ids.has(id))).toEqual([])
      })

      it('names the sender and a valid body for every action', () => {
        const silent = declaredIn(house).filter(
          ({ route, policy }) => route.hasAction && policy.post !== 'nobody' && !(policy.post && policy.body),
        )
        expect(silent.map(({ route }) => route.id)).toEqual([])
        const surplus = declaredIn(house).filter(({ route, policy }) => !route.hasAction && policy.post)
        expect(surplus.map(({ route }) => route.id)).toEqual([])
      })
    })

    it('has a record of the school and of another school for each of a student’s resources', () => {
      const tablesOf = (owner: Owner) =>
        new Set([...markers.values()].flatMap((one) => (one.owner === owner ? [one.table] : [])))
      const student = [...tablesOf('student')]
      expect(student.length).toBeGreaterThan(20)
      expect(student.filter((table) => !tablesOf('classmate').has(table))).toEqual([])
      expect(student.filter((table) => !tablesOf('foreign student').has(table))).toEqual([])
    })
  }

  describe(`the actor matrix, part ${part} of ${parts}`, () => {
    it(
      'answers every actor at every route as the policy states, as a document and as data',
      () =>
        steadily(async (step) => {
          const wrong: string[] = []
          const shown = new Set<string>()
          for (const declared of due) {
            const { route, policy } = declared
            const questionsFor = (actor: Actor) => questionsOf(declared, actor).map((asked) => ({ actor, asked }))
            const ask = async ({ actor, asked }: { actor: Actor; asked: string }) => ({
              actor,
              asked,
              answer: await house.app.request(asked, { cookie: world.cookies[actor] }),
            })
            const answers = []
            for (const [role, turn] of turnsOfActors) {
              await makeClassTeacher(world, role)
              const questions = turn.flatMap(questionsFor)
              // Sends only 20 requests at a time, to stay below the limit on certificate code attempts per network.
              for (let from = 0; from < questions.length; from += 20) {
                const batch = await Promise.all(questions.slice(from, from + 20).map(ask))
                // The app generates the documents of an account one at a time: repeats a request refused with 429 after
                // the rest of the batch has ended.
                for (const one of batch) answers.push(one.answer.status === 429 ? await ask(one) : one)
                step(route.id)
              }
            }
            for (const { actor, asked, answer } of answers) {
              const expected = verdictOfPolicy(policy, actor, 'GET', world)
              if (!agrees(answer, expected, policy.leadsTo?.(world.own, actor)))
                wrong.push(`GET ${asked} as ${actor}: ${describeAnswer(answer)}, not ${expected}`)
              const forbidden = forbiddenOwners(actor)
              for (const { owner, table } of ownersRevealedIn(answer.text, markers, asked)) {
                if (actor === 'student' && owner === 'student') shown.add(route.id)
                if (!forbidden.includes(owner) || policy.publicTables?.includes(table)) continue
                wrong.push(`GET ${asked} as ${actor}: tells what is ${owner}'s, of ${table}`)
              }
            }
          }
          expect(wrong).toEqual([])
          // On a page without marker words and ids of its own student, this test could not detect those of other
          // students either.
          const silent = due.filter(({ route, policy }) => policy.get === 'student' && !shown.has(route.id))
          const expectedSilent = due.map(({ route }) => route.id).filter((id) => silentRoutes.includes(id))
          expect(silent.map(({ route }) => route.id)).toEqual(expectedSilent)
        }),
      hourMs,
    )

    it(
      'leads a guardian who opens a form of another child to the list of children, as a document and as data',
      () =>
        steadily(async (step) => {
          const wrong: string[] = []
          for (const { route, policy } of due) {
            if (policy.guardians !== 'pays' && policy.guardians !== 'acts') continue
            if (verdictOfPolicy(policy, 'guardian', 'GET', world) !== 'in') continue
            const address = addressFor('guardian of a classmate', policy, world.own, world)
            for (const asked of route.hasPage ? [address, dataAddress(address)] : [address]) {
              const answer = await house.app.request(asked, { cookie: world.cookies.guardian })
              if (answer.headers.location !== paths.guardian.anotherChild)
                wrong.push(`GET ${asked}: ${describeAnswer(answer)}`)
            }
            step(route.id)
          }
          expect(wrong).toEqual([])
        }),
      hourMs,
    )

    it(
      'refuses ids of a classmate or of another school, ids below the wrong parent, and unknown ids',
      () =>
        steadily(async (step) => {
          const wrong: string[] = []
          for (const { policy } of due) {
            if (!isOwnedAddress(policy, world) || policy.get === 'nobody') continue
            const actor = rightfulActor(policy.get)
            const own = policy.at(world.own)
            const others = actor === 'student' ? [world.classmate, world.foreign] : [world.foreign]
            const addresses = [
              ...others.map((things) => policy.at(things)),
              ...mixedAddresses(policy, world),
              ...spoiled(own),
            ].filter((one) => one !== own)
            for (const address of addresses) {
              const answer = await house.app.request(address, { cookie: world.cookies[actor] })
              if (![400, 404].includes(answer.status))
                wrong.push(`GET ${address} as ${actor}: ${describeAnswer(answer)}`)
            }
            step(own)
          }
          expect(wrong, `drawn by TEST_SEED=${seed}`).toEqual([])
        }),
      hourMs,
    )
  })

  if (stopClock) {
    it.each(Object.entries(openTo) as Array<[Actor, RegExp]>)(
      'shows a %s the same pages after all data that this right does not cover is deleted',
      (actor, open) =>
        steadily(async (step) => {
          const tables = [...markers.values()].flatMap(({ owner, table }) => (owner === 'student' ? [table] : []))
          const hidden = [...new Set(tables)].filter((table) => !ofAnyChild.test(table) && !open.test(table))
          expect(hidden).toEqual(expect.arrayContaining(['attendance', 'exam_marks', 'quiz_attempts']))
          stopClock()
          const before = await readAll(actor, step)
          expect(before.size).toBeGreaterThan(10)
          const kept = await keepContent()
          await kept.empty(hidden)
          const after = await readAll(actor, step)
          await kept.restore(hidden)
          await kept.close()
          expect([...after].flatMap(([asked, text]) => differenceOf(asked, before.get(asked) ?? '', text))).toEqual([])
        }),
      hourMs,
    )

    // Last test of the file, because it stops the clock and adds a neighbour school that stays.
    it(
      'shows every actor the same pages after another school has received new data',
      () =>
        steadily(async (step) => {
          const readers: Actor[] = ['owner', 'teacher', 'student', 'guardian']
          const routes = declaredIn(house).filter(
            ({ route }) => isRouteDue(route.id, 10) && !listsSchools.includes(route.id),
          )
          const read = async () => {
            const texts = new Map<string, string>()
            for (const actor of readers)
              for (const [asked, text] of await readAll(actor, step, routes)) texts.set(`${actor} ${asked}`, text)
            return texts
          }
          stopClock()
          const [before, again] = [await read(), await read()]
          // Excludes pages that reading changes, such as a notice that becomes read.
          const same = [...before].filter(([asked, text]) => again.get(asked) === text)
          expect(same.length).toBeGreaterThan(0.9 * before.size)
          await makeNeighbourBehind(world.own.school.id)
          step('the neighbour is made')
          const after = await read()
          expect(same.flatMap(([asked, text]) => differenceOf(asked, text, after.get(asked)))).toEqual([])
        }),
      hourMs,
    )
  }

  if (part === 3) {
    it.each(limitedRoles)(
      'shows a %s, who is limited to own sections, nothing of a student in the other section of the class',
      (role) =>
        steadily(async (step) => {
          const { own, classmate } = world
          await makeClassTeacher(world, role)
          await execute(
            'UPDATE enrollments SET section_id = (SELECT id FROM sections WHERE public_id = :section) WHERE id = :id',
            { section: own.spare.section, id: classmate.enrollment.id },
          )
          const wrong: string[] = []
          let read = 0
          for (const { route, policy } of declaredIn(house)) {
            if (policy.get === 'everyone' || verdictOfPolicy(policy, role, 'GET', world) !== 'in') continue
            for (const address of new Set([policy.at(own), policy.at(classmate), ...(policy.tabs ?? [])])) {
              const asked = route.hasPage ? dataAddress(address) : address
              const { text } = await house.app.request(asked, { cookie: world.cookies[role] })
              read += 1
              for (const { owner, table } of ownersRevealedIn(text, markers, asked))
                if (owner === 'classmate') wrong.push(`GET ${asked}: ${table}`)
            }
            step(route.id)
          }
          expect(read).toBeGreaterThan(50)
          expect(wrong).toEqual([])
        }),
      hourMs,
    )
  }

  /** Reads the data of every page that the actor may open, without the random form keys. */
  async function readAll(
    actor: Actor,
    step: (what: string) => void,
    routes: readonly Declared[] = declaredIn(house),
  ): Promise<Map<string, string>> {
    const read = new Map<string, string>()
    for (const { route, policy } of routes) {
      if (policy.get === 'everyone' || verdictOfPolicy(policy, actor, 'GET', world) !== 'in') continue
      const address = addressFor(actor, policy, world.own, world)
      const asked = route.hasPage ? dataAddress(address) : address
      const { status, text } = await house.app.request(asked, { cookie: world.cookies[actor] })
      // Excludes PDFs, whose creation time and keys differ each time.
      if (!asked.includes('.pdf')) read.set(asked, `${status} ${text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*')}`)
      step(route.id)
    }
    return read
  }
}

/** Returns the request with the text around the first difference; empty when the texts are equal. */
function differenceOf(asked: string, before: string, after = ''): string[] {
  if (after === before) return []
  let at = 0
  while (after[at] === before[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80)
  return [`${asked}: ${around(before)} | ${around(after)}`]
}

/** Unknown ids, and texts that are not ids. */
const spoiledIds = [
  'zzzzzzzzzzzz',
  '1',
  '0',
  '-1',
  "'",
  '%27%20OR%201=1',
  '%00',
  '%ff',
  '%F0%9F%98%80',
  '%2e%2e%2f',
  '%0d%0aX:%20y',
  'x'.repeat(3000),
  'undefined',
  'constructor',
  '__proto__',
]

/** Returns the address with its id replaced by each of `spoiledIds`: the first one in every run, the others in turn. */
function spoiled(address: string): string[] {
  const id = /[2-9b-z]{12}/.exec(address)?.[0]
  if (!id) return []
  return spoiledIds
    .filter((text, at) => at === 0 || isInnerDue(`${address.replace(id, '')} ${text}`, 3))
    .map((text) => address.replace(id, text))
}
