import { afterAll, describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { todayInIndia } from '~/models/shared/calendar'
import { makeSheet } from '../factories/attendance'
import { makeNeighbourBehind } from '../factories/neighbour'
import { isDue, isRouteDue, seed } from '../setup/rotation'
import { hourMs } from '../setup/slowness'
import { steadily } from '../setup/steadily'
import { addressFor, forbiddenOwners, isOwnedAddress, rightfulActor, type Verdict, verdictBy } from './expectations'
import type { House } from './house'
import { keepContent } from './kept'
import { type Markers, type Owner, plantMarkers, toldIn } from './markers'
import { agrees, type Declared, declaredIn, describeAnswer } from './matrix'
import { mixedAddresses } from './others'
import { beforeAllInWorld, ofPart, type Part, parts, turns } from './parts'
import { policies } from './policies'
import { type Actor, actors, type World } from './world'

/** Verdicts of the first guard, which looks at the session alone: what comes after it has no say. */
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

/** The same question as client navigation asks it. */
function dataAddress(address: string): string {
  const [path = '', query] = address.split('?')
  const data = path === '/' ? '/_root.data' : `${path}.data`
  return query ? `${data}?${query}` : data
}

/** Student's routes whose answer has no word and no id of the student's own in it. */
const silentRoutes = [
  // Quizzes of the class; what the student wrote stands in the attempts.
  'routes/student-management+/quizzes.index',
  // Files whose text is packed, and a receipt as it was written when the money came.
  'routes/students+/_shell+/orders+/$id.invoice[.]pdf',
  'routes/students+/_shell+/results+/$id.report-card[.]pdf',
  'routes/students+/_shell+/report-cards+/$id.card[.]pdf',
  'routes/students+/_shell+/payments+/statement[.]pdf',
  'routes/students+/_shell+/receipts+/$id',
  'routes/students+/_shell+/certificates+/copies.$id',
  // They lead on.
  'routes/students+/_shell+/orders+/$id.pay',
  'routes/students+/_shell+/settings+/language',
  'routes/students+/_shell+/settings+/sessions.$id',
]

/** Routes that are the same for everybody and name every school. */
const listsSchools = ['routes/students+/_shell+/shop+/school']

/** What every guardian with a right knows of a child: that there is one, and of which class. Without sessions nobody reads anything. */
const ofAnyChild = /^(students|student_profiles|enrollments|guardian_links|files|sessions)$/

/**
 * Tables of a student's rows of which a guardian with one right may learn. All others are hidden, those that come later included. Who may only
 * see reads everything.
 */
const openTo: Partial<Record<Actor, RegExp>> = {
  'guardian who may only pay':
    /^(dues|due_parts|payments|payment_lines|payment_baskets|receipts|refunds|credits|credit_.*|concessions|fee_.*)$/,
  'guardian who is only told': /^(breach_people|breach_guardians|grievances|grievance_.*|message_.*)$/,
}

/**
 * Declares who may read the routes of one part, and what of it. `stopClock` stops the clock of the house, so that no page that counts
 * minutes differs by itself.
 */
export function describeReading(part: Part, open: () => Promise<House>, stopClock?: () => void): void {
  let house: House
  let world: World
  let markers: Markers
  /** The routes of this part whose turn it is. */
  let due: Declared[]

  beforeAllInWorld(open, async (openedHouse, madeWorld) => {
    house = openedHouse
    world = madeWorld
    const { school, session, section, student, enrollment } = world.own
    const place = { schoolId: school.id, sessionId: session.id, sectionId: section.id }
    const present = { studentId: student.id, enrollmentId: enrollment.id, status: 'present' } as const
    // What the home shows of a child is of today.
    if (part === 2) await makeSheet(place, todayInIndia(new Date()), [present])
    markers = await plantMarkers(world)
    due = ofPart(declaredIn(house), part).filter(({ route }) => isRouteDue(route.id, turns))
  })
  afterAll(() => house?.close())

  /** What one actor asks of a route: the document of the page and its data, and what its tabs show. */
  function questionsOf({ route, policy }: Declared, actor: Actor): string[] {
    const address = addressFor(actor, policy, world.own, world)
    const withData = (asked: string) => (route.hasPage ? [asked, dataAddress(asked)] : [asked])
    if (!turnedAway.includes(verdictBy(policy, actor, 'GET', world))) {
      return [address, ...(policy.tabs ?? [])].flatMap(withData)
    }
    return isDue(`${route.id} ${actor}`, 3) ? withData(address) : [address]
  }

  if (part === 1) {
    describe('every route says who may use it', () => {
      it('has a policy', () => {
        expect(house.routes.map((route) => route.id).filter((id) => !policies[id])).toEqual([])
      })

      it('has no policy left over from a route that is gone', () => {
        const ids = new Set(house.routes.map((route) => route.id))
        expect(Object.keys(policies).filter((id) => !ids.has(id))).toEqual([])
      })

      it('has the address that its policy says', () => {
        const wrong = declaredIn(house).filter(({ route, policy }) => {
          const pattern = route.address.replace(/:[a-zA-Z]+/g, '[^/?]+').replace(/\*$/, '.+')
          return !new RegExp(`^${pattern}(\\?.*)?$`).test(policy.at(world.own))
        })
        expect(wrong.map(({ route, policy }) => `${route.address}: ${policy.at(world.own)}`)).toEqual([])
      })

      it('says who may post and what a right body is, where there is an action', () => {
        const silent = declaredIn(house).filter(
          ({ route, policy }) => route.hasAction && policy.post !== 'nobody' && !(policy.post && policy.body),
        )
        expect(silent.map(({ route }) => route.id)).toEqual([])
        const surplus = declaredIn(house).filter(({ route, policy }) => !route.hasAction && policy.post)
        expect(surplus.map(({ route }) => route.id)).toEqual([])
      })
    })

    it('has for somebody else, in the school and in another, whatever it has for the student', () => {
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
      'answers every reader at every route as the policy says, as a document and as data',
      () =>
        steadily(async (step) => {
          const wrong: string[] = []
          const shown = new Set<string>()
          for (const declared of due) {
            const { route, policy } = declared
            const questions = actors.flatMap((actor) => questionsOf(declared, actor).map((asked) => ({ actor, asked })))
            const ask = async ({ actor, asked }: (typeof questions)[number]) => ({
              ...{ actor, asked },
              answer: await house.app.request(asked, { cookie: world.cookies[actor] }),
            })
            // One network asks no more at once than may try codes of certificates.
            const answers = []
            for (let from = 0; from < questions.length; from += 20) {
              const batch = await Promise.all(questions.slice(from, from + 20).map(ask))
              // The documents of one account take turns, so a refused request is repeated after the others have ended.
              for (const one of batch) answers.push(one.answer.status === 429 ? await ask(one) : one)
              step(route.id)
            }
            for (const { actor, asked, answer } of answers) {
              const expected = verdictBy(policy, actor, 'GET', world)
              if (!agrees(answer, expected, policy.leadsTo?.(world.own, actor)))
                wrong.push(`GET ${asked} as ${actor}: ${describeAnswer(answer)}, not ${expected}`)
              const forbidden = forbiddenOwners(actor)
              for (const { owner, table } of toldIn(answer.text, markers, asked)) {
                if (actor === 'student' && owner === 'student') shown.add(route.id)
                if (!forbidden.includes(owner) || policy.publicTables?.includes(table)) continue
                wrong.push(`GET ${asked} as ${actor}: tells what is ${owner}'s, of ${table}`)
              }
            }
          }
          expect(wrong).toEqual([])
          // What shows a student nothing of the student's own would not be seen to show anybody else's.
          const silent = due.filter(({ route, policy }) => policy.get === 'student' && !shown.has(route.id))
          const expectedSilent = due.map(({ route }) => route.id).filter((id) => silentRoutes.includes(id))
          expect(silent.map(({ route }) => route.id)).toEqual(expectedSilent)
        }),
      hourMs,
    )

    it(
      'finds no thing of a classmate and of another school, none under the address of another thing, and none that does not exist',
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
      'a %s reads the same at every page when all is gone that this right does not show',
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

    // The last test: the clock stands and the neighbour stays.
    it(
      'everybody reads the same at every page when another school has come behind theirs',
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
          // What a reader changes by reading, such as a notice that is read now, says nothing.
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
    it(
      'a teacher reads nothing of a student who sits in the other section of the class',
      () =>
        steadily(async (step) => {
          const { own, classmate } = world
          await execute(
            'UPDATE enrollments SET section_id = (SELECT id FROM sections WHERE public_id = :section) WHERE id = :id',
            { section: own.spare.section, id: classmate.enrollment.id },
          )
          const wrong: string[] = []
          let read = 0
          for (const { route, policy } of declaredIn(house)) {
            if (policy.get === 'everyone' || verdictBy(policy, 'teacher', 'GET', world) !== 'in') continue
            for (const address of new Set([policy.at(own), policy.at(classmate), ...(policy.tabs ?? [])])) {
              const asked = route.hasPage ? dataAddress(address) : address
              const { text } = await house.app.request(asked, { cookie: world.cookies.teacher })
              read += 1
              for (const { owner, table } of toldIn(text, markers, asked))
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

  /** The data of every page that the actor may open; keys of forms are drawn each time. */
  async function readAll(
    actor: Actor,
    step: (what: string) => void,
    routes: readonly Declared[] = declaredIn(house),
  ): Promise<Map<string, string>> {
    const read = new Map<string, string>()
    for (const { route, policy } of routes) {
      if (policy.get === 'everyone' || verdictBy(policy, actor, 'GET', world) !== 'in') continue
      const address = addressFor(actor, policy, world.own, world)
      const asked = route.hasPage ? dataAddress(address) : address
      const { status, text } = await house.app.request(asked, { cookie: world.cookies[actor] })
      // The moment and the keys of a file are drawn each time.
      if (!asked.includes('.pdf')) read.set(asked, `${status} ${text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*')}`)
      step(route.id)
    }
    return read
  }
}

/** What was asked, with the words around the first difference; nothing when the texts are the same. */
function differenceOf(asked: string, before: string, after = ''): string[] {
  if (after === before) return []
  let at = 0
  while (after[at] === before[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80)
  return [`${asked}: ${around(before)} | ${around(after)}`]
}

/** Ids that are nobody's, and texts that are none. */
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

/** The address with these in place of its id, some by turn and an id that is nobody's in every run. */
function spoiled(address: string): string[] {
  const id = /[2-9b-z]{12}/.exec(address)?.[0]
  if (!id) return []
  return spoiledIds
    .filter((text, at) => at === 0 || isDue(`${address.replace(id, '')} ${text}`, 3))
    .map((text) => address.replace(id, text))
}
