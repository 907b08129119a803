import { type Algorithm, hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { isDeep } from '../setup/rotation'

const owned = await vi.hoisted(async () => (await import('../reliability/own-database')).ownDatabase())

import { closeDatabase, database } from '~/database/database.server'
import { addDays } from '~/models/core/shared/calendar'
import { visitorScope } from '~/models/core/shared/scope.server'
import { activationCode } from '~/models/people/accounts/passwords/activation-code.server'
import { signInStudent } from '~/models/people/accounts/sign-in/sign-in-student.server'
import * as passwords from '~/services/secrets/passwords.server'
import { newToken } from '~/services/secrets/secrets.server'
import { newBrowser } from '../factories/accounts'
import { makeSchool } from '../factories/school'
import { makeStudentRows, type StudentRow } from '../factories/student'
import { hourMs } from '../setup/slowness'
import { steadily } from '../setup/steadily'

/*
 * Simulates a day of attacks: an attacker with class lists and birth years tries dates of birth in any spelling from
 * many addresses on accounts without a password, and common passwords on others, while students sign in. The database
 * clock is moved and the argon2 settings are cheap; all other parts are real. `npm run test:all` runs the whole day.
 */

const scale = isDeep ? 1 : 20
const tries = 10_000 / scale
const addresses = 1_000 / scale
const rightful = 1_000 / scale
/**
 * Number of students without a password at the one large school; each small school has a hundred. Every school allows
 * at least three wrong dates a day (`birthDateTries`).
 */
const largeSchool = 3_000 / scale
const smallSchools = 20 / (isDeep ? 1 : 10)
const ofSmallSchool = 100
const daySeconds = 86_400
/**
 * Number of dates of birth from which the attacker guesses. In the short run, with fewer attempts, the attacker knows
 * the month too; without the limits on dates, seven accounts would open.
 */
const dates = isDeep ? 365 : 30

// The seed is fixed, so that the day is always the same: one in forty random days would open two accounts.
let seed = 15
/** Returns the generator's next number, from 0 to below `below`. */
function draw(below: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}
const anyOf = <One>(list: readonly One[]) => list[draw(list.length)] as One

const dayOf2011 = (day: number) => addDays('2011-01-01', day)
const password = 'blue kite river'
const begin = Math.floor(Date.now() / 1000)
let now = begin

beforeAll(async () => {
  vi.spyOn(passwords, 'verifyAgainstDecoy').mockResolvedValue(false)
  // Sequelize awaits this hook for each connection before a statement uses it.
  database().addHook('afterPoolAcquire', async (connection) => {
    const raw = connection as { query(sql: string, done: (error: Error | null) => void): void }
    await new Promise<void>((resolve, reject) =>
      raw.query(`SET timestamp = ${now}`, (error) => (error ? reject(error) : resolve())),
    )
  })
})
afterAll(async () => {
  await closeDatabase()
  await owned.giveBack()
})

type Person = StudentRow & { hasPassword: boolean; isKnown: boolean }

async function people(): Promise<{ victims: Person[]; students: Person[] }> {
  const passwordHash = await hash(password, {
    algorithm: 2 satisfies Algorithm.Argon2id,
    memoryCost: 8,
    timeCost: 1,
    parallelism: 1,
  })
  const victims: Person[] = []
  const students: Person[] = []
  for (const size of [largeSchool, ...Array.from({ length: smallSchools }, () => ofSmallSchool)]) {
    const school = await makeSchool()
    const dated = await makeStudentRows(
      school,
      Array.from({ length: size }, () => ({ dateOfBirth: dayOf2011(draw(dates)) })),
    )
    const own = await makeStudentRows(
      school,
      Array.from({ length: Math.ceil(size / 4) }, () => ({ dateOfBirth: dayOf2011(draw(dates)), passwordHash })),
    )
    // One in eight signs in for the first time on this day, with an activation slip.
    const first = dated.filter((_, index) => index % 8 === 0)
    victims.push(...dated.map((row) => ({ ...row, hasPassword: false, isKnown: false })))
    victims.push(...own.map((row) => ({ ...row, hasPassword: true, isKnown: false })))
    students.push(...first.map((row) => ({ ...row, hasPassword: false, isKnown: false })))
    students.push(...own.map((row, index) => ({ ...row, hasPassword: true, isKnown: index % 2 === 0 })))
  }
  return { victims, students }
}

/** Returns date of birth and activation code, which the sign-in page requires after a refused date. */
const withCode = ({ dateOfBirth, publicId }: Person) =>
  `${dateOfBirth} ${activationCode({ publicId, activationRound: 0 })}`

const signIn = (name: string, typed: string, network: string, deviceToken = newToken()) =>
  signInStudent(visitorScope(), {
    name,
    password: typed,
    browser: newBrowser({ deviceToken, origin: { device: { browser: null, system: null }, network } }),
  })

it(
  `opens at most one account in ${tries} tries of a day, and signs every student in within a minute`,
  { timeout: hourMs },
  () =>
    steadily(async (step) => {
      const { victims, students } = await people()
      step('the people')
      const signs = ['', '', '', '\u200b', '\u200d', '\u0301', '\u2060']
      const common = ['password1', 'qwertyuiop', 'welcome123', 'ahmedabad1', 'iloveindia']
      const opened = new Set<string>()
      // A quarter of the attempts target three accounts; the other attempts target all accounts. The owner of one of the
      // three signs in on a new phone that day.
      const wanted = students.findIndex((student) => student.hasPassword && !student.isKnown)
      const few = [...victims.slice(0, 2), students[wanted] as Person]

      async function attack() {
        const victim = draw(4) === 0 ? anyOf(few) : anyOf(victims)
        const name = draw(2) === 0 ? victim.mobileNumber : victim.email
        const spelled = name.replace('@', `${anyOf(signs)}@`)
        const typed = draw(8) === 0 ? anyOf(common) : dayOf2011(draw(dates))
        const answer = await signIn(spelled, typed, `203.0.${draw(addresses) >> 8}.${draw(256)}`)
        if (answer.ok || answer.reason === 'several') opened.add(victim.publicId)
      }

      const waits: number[] = []
      const kept: string[] = []
      async function enter(student: Person) {
        const network = `2001:db8:${draw(65_536).toString(16)}:1`
        const device = newToken()
        if (student.isKnown) await signIn(student.mobileNumber, password, network, device)
        let typed = student.hasPassword ? password : student.dateOfBirth
        if (draw(5) === 0) await signIn(student.mobileNumber, `${typed.slice(0, -1)}x`, network, device)
        const from = now
        for (let attempt = 0; attempt < 4; attempt++) {
          const answer = await signIn(student.mobileNumber, typed, network, device)
          if (answer.ok) return waits.push(now - from)
          if (answer.reason === 'slowed') now += answer.waitSeconds
          else if (!student.hasPassword) typed = withCode(student)
        }
        kept.push(student.publicId)
      }

      const coming = Array.from({ length: rightful }, (_, index) =>
        students.splice(index === 0 ? wanted : draw(students.length), 1),
      ).flat()
      const events = [
        ...Array.from({ length: tries }, () => ({ at: draw(daySeconds), run: attack })),
        ...coming.map((student) => ({ at: draw(daySeconds), run: () => enter(student) })),
      ].sort((a, b) => a.at - b.at)
      for (const { at, run } of events) {
        now = Math.max(now, begin + at)
        await run()
        step(`second ${at} of the day`)
      }

      expect(waits.length + kept.length).toBe(rightful)
      expect(kept).toEqual([])
      expect(Math.max(...waits)).toBeLessThanOrEqual(60)
      expect(opened.size).toBeLessThanOrEqual(1)
    }),
)
