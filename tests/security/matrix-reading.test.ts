import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDue, seed } from '../setup/rotation'
import { addressFor, forbiddenOwners, isOwnedAddress, rightfulActor, verdictBy } from './expectations'
import { type House, openHouse } from './house'
import { type Markers, type Owner, plantMarkers, toldIn } from './markers'
import { agrees, declaredIn, describeAnswer } from './matrix'
import { policies } from './policies'
import { actors, makeWorld, type World } from './world'

let house: House
let world: World
let markers: Markers

beforeAll(async () => {
  house = await openHouse()
  world = await makeWorld(house.app)
  markers = await plantMarkers(world)
})
afterAll(() => house?.close())

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

describe('the actor matrix', () => {
  it('has for somebody else, in the school and in another, whatever it has for the student', () => {
    const tablesOf = (owner: Owner) =>
      new Set([...markers.values()].flatMap((one) => (one.owner === owner ? [one.table] : [])))
    const student = [...tablesOf('student')]
    expect(student.length).toBeGreaterThan(20)
    expect(student.filter((table) => !tablesOf('classmate').has(table))).toEqual([])
    expect(student.filter((table) => !tablesOf('foreign student').has(table))).toEqual([])
  })

  it('answers every reader at every route as the policy says, as a document and as data', async () => {
    const wrong: string[] = []
    const shown = new Set<string>()
    for (const { route, policy } of declaredIn(house)) {
      const questions = actors.flatMap((actor) =>
        [addressFor(actor, policy, world.own, world), ...(policy.tabs ?? [])]
          .flatMap((one) => (route.hasPage ? [one, dataAddress(one)] : [one]))
          .map((asked) => ({ actor, asked })),
      )
      const ask = async ({ actor, asked }: (typeof questions)[number]) => ({
        ...{ actor, asked },
        answer: await house.app.request(asked, { cookie: world.cookies[actor] }),
      })
      // One network asks no more at once than may try codes of certificates.
      const answers = []
      for (let from = 0; from < questions.length; from += 20)
        answers.push(...(await Promise.all(questions.slice(from, from + 20).map(ask))))
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
    const silent = declaredIn(house).filter(({ route, policy }) => policy.get === 'student' && !shown.has(route.id))
    expect(silent.map(({ route }) => route.id).sort()).toEqual([...silentRoutes].sort())
  }, 300_000)

  it('finds no thing of a classmate and of another school, and none that does not exist', async () => {
    const wrong: string[] = []
    for (const { policy } of declaredIn(house)) {
      if (!isOwnedAddress(policy, world) || policy.get === 'nobody') continue
      const actor = rightfulActor(policy.get)
      const own = policy.at(world.own)
      const others = actor === 'student' ? [world.classmate, world.foreign] : [world.foreign]
      const addresses = [...others.map((things) => policy.at(things)), ...spoiled(own)].filter((one) => one !== own)
      for (const address of addresses) {
        const answer = await house.app.request(address, { cookie: world.cookies[actor] })
        if (![400, 404].includes(answer.status)) wrong.push(`GET ${address} as ${actor}: ${describeAnswer(answer)}`)
      }
    }
    expect(wrong, `drawn by TEST_SEED=${seed}`).toEqual([])
  }, 300_000)
})

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
