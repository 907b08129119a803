import { afterAll, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import type { Answer } from '../factories/app'
import { guardianCookie } from '../factories/app'
import { linkGuardian, makeGuardian } from '../factories/guardians'
import { readRow, readRows } from '../factories/read'
import { makeStudent } from '../factories/student'
import { hourMs } from '../setup/slowness'
import { steadily } from '../setup/steadily'
import { addressFor, isGuardian, verdictOfPolicy } from './expectations'
import { type House, openHouse } from './house'
import { type Markers, ownersRevealedIn, plantMarkers } from './markers'
import { addressOf, type Declared, declaredIn, describeAnswer } from './matrix'
import { beforeAllInWorld } from './parts'
import { roles } from './permissions'
import { changedTables, fingerprintOf } from './stored'
import { type Actor, actors, type World } from './world'

/*
 * A suspended school: every page and every post of its signed-in users redirects to the page about the suspension, and
 * reveals and stores nothing.
 */

let house: House
let world: World
let markers: Markers
let suspensionPage: string

beforeAllInWorld(
  () => openHouse(),
  async (opened, made) => {
    house = opened
    world = made
    markers = await plantMarkers(world)
    suspensionPage = `/suspended/${world.own.school.publicId}`
    // Imported only now, because the module binds to the database on import.
    const { suspendSchool } = await import('~/models/core/schools/suspension.server')
    expect(await suspendSchool(world.own.school.scope, 'The contract has ended')).toEqual({
      ok: true,
      value: undefined,
    })
  },
)
afterAll(() => house?.close())

/** Returns true for actors signed in at the suspended school only. */
const isOfSuspendedSchool = (actor: Actor) =>
  !['anonymous', 'owner who must set up a second factor'].includes(actor) && !/another school$/.test(actor)

const suspendedActors = actors.filter(isOfSuspendedSchool)

/** Returns true for routes that anyone may use without signing in. */
const isPublicRoute = ({ policy }: Declared, method: 'GET' | 'POST') => {
  const verdict = verdictOfPolicy(policy, 'anonymous', method, world)
  return verdict === 'in' || typeof verdict === 'number' || verdict === 'invitation first'
}

const isStaff = (actor: Actor) => [...roles, 'owner who has yet to give the code'].includes(actor)

/** Returns true when the actor has no session of the kind that the page needs, and so is treated as signed out. */
function lacksSessionFor(actor: Actor, { policy }: Declared, method: 'GET' | 'POST'): boolean {
  const signedOutVerdict = verdictOfPolicy(policy, 'anonymous', method, world)
  // The page needs a ticket of the previous page, which no session replaces.
  if (policy.verdict?.(actor, method) === signedOutVerdict) return true
  if (signedOutVerdict === 'school login') return !isStaff(actor)
  if (signedOutVerdict === 'guardian login') return !isGuardian(actor)
  // A guardian without a right for the child is redirected to the guardian's own children.
  return isStaff(actor) || actor === 'guardian who is only told' || actor === 'guardian without rights'
}

/** Returns the errors of one response: revealed data, or anything but a redirect to the suspension page. */
function errorsOf(answer: Answer, address: string, declared: Declared, actor: Actor, method: 'GET' | 'POST'): string[] {
  const revealed = ownersRevealedIn(answer.text, markers, address).filter(({ owner, table }) => {
    if (/^foreign/.test(owner)) return false
    return !declared.policy.publicTables?.includes(table)
  })
  const leaks = revealed.map(({ owner, table }) => `${method} ${address} as ${actor}: reveals ${table} of ${owner}`)
  if (addressOf(answer) === suspensionPage) return leaks
  if (isPublicRoute(declared, method) || lacksSessionFor(actor, declared, method)) return leaks
  return [...leaks, `${method} ${address} as ${actor}: ${describeAnswer(answer)}`]
}

it(
  'redirects users of a suspended school from every page to the suspension page, and reveals nothing',
  () =>
    steadily(async (step) => {
      const errors: string[] = []
      for (const declared of declaredIn(house)) {
        const { route, policy } = declared
        if (policy.get === 'nobody') continue
        for (const actor of suspendedActors) {
          const address = addressFor(actor, policy, world.own, world)
          const answer = await house.app.request(address, { cookie: world.cookies[actor] })
          errors.push(...errorsOf(answer, address, declared, actor, 'GET'))
        }
        step(route.id)
      }
      expect(errors).toEqual([])
    }),
  hourMs,
)

it(
  'refuses every post of users of a suspended school, and stores nothing',
  () =>
    steadily(async (step) => {
      const errors: string[] = []
      const before = await fingerprintOf(house)
      for (const declared of declaredIn(house)) {
        const { route, policy } = declared
        if (!policy.post || policy.post === 'nobody' || isPublicRoute(declared, 'POST')) continue
        for (const actor of suspendedActors) {
          const address = addressFor(actor, policy, world.own, world)
          const form = new URLSearchParams(Object.entries(policy.body?.(world.own, world) ?? {}))
          const answer = await house.app.request(address, { cookie: world.cookies[actor], form })
          // Sign-out is always allowed.
          if (/logout/.test(address)) continue
          errors.push(...errorsOf(answer, address, declared, actor, 'POST'))
        }
        step(route.id)
      }
      expect(errors).toEqual([])
      expect(changedTables(before, await fingerprintOf(house))).toEqual([])
    }),
  hourMs,
)

it('shows the suspension page in three languages, with a contact and with status 403', async () => {
  const { school } = world.own
  for (const [language, words] of [
    ['en', 'The portal of this school is suspended'],
    ['hi', 'इस स्कूल का पोर्टल अभी बंद है'],
    ['gu', 'આ શાળાનું પોર્ટલ હાલ બંધ છે'],
  ] as const) {
    const answer = await house.app.request(suspensionPage, { headers: { 'Accept-Language': language } })
    expect(answer.status).toBe(403)
    expect(answer.headers['content-type']).toContain('text/html')
    for (const text of [words, school.name, school.phone, 'security@school.example'])
      expect(answer.text).toContain(text)
    expect(answer.text).not.toContain('The contract has ended')
  }
})

it('redirects admission to the suspension page, hides the school from public lists, and still verifies issued certificates', async () => {
  const { school, certificates } = world.own
  const admission = await house.app.request(`/students/register/${school.publicId}`)
  expect(addressOf(admission)).toBe(suspensionPage)
  for (const list of ['/students/register', '/students/shop/school']) {
    const { text } = await house.app.request(list)
    expect(text).not.toContain(school.name)
  }
  const copy = await readRow<{ token: string }>(
    `SELECT c.token FROM certificate_copies c JOIN certificates x ON x.id = c.certificate_id
     WHERE c.school_id = :id AND x.issued_on IS NOT NULL ORDER BY c.id LIMIT 1`,
    { id: school.id },
  )
  expect(certificates).toBeTruthy()
  const paper = await house.app.request(`/verify/${copy?.token}`)
  expect(paper.status).toBe(200)
  expect(paper.text).toContain('The portal of this school is currently suspended')
})

it('redirects to the suspension page after a correct password, and mails no reset link', async () => {
  const { student } = world.own
  const { owner } = world.staff
  const { staffPassword, studentPassword } = await import('./world')
  const post = (address: string, form: Record<string, string>) =>
    house.app.request(address, { form: new URLSearchParams(form) })
  const sessions = () => readRow('SELECT COUNT(*) AS count FROM sessions')
  const before = await sessions()
  const ofStudent = await post('/students/login', { email: student.email ?? '', password: studentPassword })
  expect(addressOf(ofStudent)).toBe(suspensionPage)
  const ofOwner = await post('/school/login', { email: owner.email, password: staffPassword })
  expect(addressOf(ofOwner)).toBe(suspensionPage)
  expect(await sessions()).toEqual(before)
  const mails = () => readRows('SELECT id FROM outgoing_mail WHERE to_address = :to', { to: owner.email })
  const mailed = await mails()
  await post('/school/forgot-password', { email: owner.email })
  expect(await mails()).toEqual(mailed)
})

it('lets a guardian open the account of a child at another school, and names the suspended school', async () => {
  const { own, foreign } = world
  const other = await makeStudent(foreign.school)
  const guardian = await makeGuardian(foreign.school, { accountId: own.guardian.id })
  await linkGuardian(guardian, other)
  const cookie = await guardianCookie(own.guardian)
  const home = await house.app.request('/guardians', { cookie })
  expect(home.status).toBe(200)
  expect(home.text).toContain(other.firstName)
  expect(home.text).toContain(`The portal of ${own.school.name}`)
  for (const address of [`/guardians/children/${own.student.publicId}`, `/guardians/payments/${own.familyPayment}`]) {
    expect(addressOf(await house.app.request(address, { cookie }))).toBe(suspensionPage)
  }
  const opened = { form: new URLSearchParams({ to: 'dashboard' }), cookie }
  expect(addressOf(await house.app.request(`/guardians/children/${other.publicId}`, opened))).toBe(
    '/students/dashboard',
  )
  expect(addressOf(await house.app.request(`/guardians/children/${own.student.publicId}`, opened))).toBe(suspensionPage)
  await execute('UPDATE family_guardians SET account_id = NULL WHERE id = :id', { id: guardian.id })
})

it('lets users reach sign-in and admission again after the school is reopened', async () => {
  const { reopenSchool } = await import('~/models/core/schools/suspension.server')
  expect(await reopenSchool(world.own.school.scope)).toEqual({ ok: true, value: undefined })
  expect(addressOf(await house.app.request(suspensionPage))).toBe('/')
  const old = await house.app.request('/students/dashboard', { cookie: world.cookies.student })
  expect(addressOf(old)).toBe('/students/login')
  const admission = await house.app.request(`/students/register/${world.own.school.publicId}`)
  expect(admission.status).toBe(200)
})
