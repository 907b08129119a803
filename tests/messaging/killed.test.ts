import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { takeSmsReports } from '~/models/contact/message-setup/message-reports.server'
import { findTroubles } from '~/models/contact/messaging/message-counts.server'
import { notifyFamily } from '~/models/contact/messaging/tell/tell-family.server'
import { addUsualTemplates } from '~/models/contact/messaging/templates.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { messagesPerMinute } from '../../sandbox/messages/exotel'
import { linkGuardian, makeGuardian } from '../factories/guardians'
import {
  addMessageAccount,
  makeMessageKeys,
  type TestMessageAccount,
  testReportToken,
} from '../factories/message-sandbox'
import { readRows } from '../factories/read'
import { type MadeSchool, makeSchool } from '../factories/school'
import { type MadeStudent, makeStudent } from '../factories/student'
import { expireClaims, openStage, type Stage, until } from '../reliability/stage'
import { seedOf } from '../setup/rotation'
import { hourMs, patience } from '../setup/slowness'
import { steadily } from '../setup/steadily'

/*
 * Kills a sending worker (`kill -9`) at random moments, while the gateway answers, hangs, loses answers, limits the
 * rate or fails. No message may go out twice, and the office must see each message with an unknown result.
 */

const kills = Number(process.env.KILLS || 25)
const troubles = [{}, { loseAnswers: true }, { timeOut: true }, { limitRate: true }, { failWith5xx: true }]

const database = await vi.hoisted(async () => (await import('../reliability/own-database')).ownDatabase())

let stage: Stage
let school: MadeSchool
let student: MadeStudent
let account: TestMessageAccount
beforeAll(async () => {
  stage = await openStage(database.url)
  school = await makeSchool()
  student = await makeStudent(school)
  await linkGuardian(await makeGuardian(school, { mobileNumber: '9825012345' }), student)
  account = addMessageAccount(stage.sandbox)
  // The sandbox accepts any template of this account, because none is registered under the id below.
  stage.sandbox.messages.addAccount({ ...account, any_template: true })
  await makeMessageKeys(school, account)
  await addUsualTemplates(school.scope)
  await execute(
    "UPDATE message_templates SET state = 'registered', dlt_template_id = '1207160000000000777' WHERE school_id = :id AND channel = 'sms'",
    { id: school.id },
  )
})
afterAll(async () => {
  await stage?.close()
  await database.giveBack()
})

const atPhones = () => stage.sandbox.messages.messages(account.name)

let told = 0
async function tellSome(count: number): Promise<void> {
  for (let one = 0; one < count; one += 1) {
    told += 1
    const onceKey = `notice:${told}`
    const values = { notice: `Notice ${told}`, date: todayInIndia(new Date()) }
    await inTransaction(() => notifyFamily(school.scope, { event: 'urgent', studentId: student.id, values, onceKey }))
  }
}

/** Makes open messages due now; sent ones wait for their report. */
const hurry = () =>
  execute(
    `UPDATE jobs j JOIN outgoing_messages m ON j.unique_key = CONCAT('message:', m.public_id) SET j.run_at = UTC_TIMESTAMP(3)
     WHERE j.kind = 'send-message' AND j.state = 'waiting' AND m.state IN ('waiting','sending')`,
    {},
  )

/** Simulates minutes without a worker: leases expire, pauses end, and open messages are old enough to be picked up. */
async function passMinutes(): Promise<void> {
  await expireClaims()
  await hurry()
  await execute(
    "UPDATE message_attempts SET asked_at = asked_at - INTERVAL 3 MINUTE WHERE school_id = :id AND state = 'sending'",
    { id: school.id },
  )
  await execute(
    "UPDATE outgoing_messages SET updated_at = updated_at - INTERVAL 16 MINUTE WHERE school_id = :id AND state IN ('waiting','sending')",
    { id: school.id },
  )
}

/** Returns the id of the newest recorded attempt. */
const lastAttempt = async () => {
  const [last] = await readRows<{ id: number | null }>(
    'SELECT MAX(id) AS id FROM message_attempts WHERE school_id = :id',
    { id: school.id },
  )
  return last?.id ?? null
}

const countByState = async () => {
  const rows = await readRows<{ state: string; count: number }>(
    'SELECT state, COUNT(*) AS count FROM outgoing_messages WHERE school_id = :id GROUP BY state',
    { id: school.id },
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}

it(`a worker killed ${kills} times sends nothing twice and loses nothing`, { timeout: hourMs }, () =>
  steadily(
    async (report) => {
      await tellSome(10)
      for (let kill = 0; kill < kills; kill += 1) {
        report(`kill ${kill}`)
        // Shows the progress of a long run.
        if (kill % 25 === 24) console.log(`${kill + 1} of ${kills} kills`)
        await tellSome(3)
        const trouble = troubles[kill % troubles.length] ?? {}
        stage.sandbox.messages.switches.reset(account.name)
        stage.sandbox.messages.switches.set({ dropReports: true, ...trouble }, account.name)
        const before = await lastAttempt()
        const worker = await stage.startWorker({ MESSAGE_TIMEOUT_MS: String(patience(800)) })
        // Kills the worker after its first attempt and a random number of queries (by the seed), so that the moment
        // scales with the machine's speed.
        await until(async () => expect(await lastAttempt()).not.toBe(before))
        for (let looks = seedOf(`kill ${kill}`) % 60; looks > 0; looks -= 1) await lastAttempt()
        await worker.stop('SIGKILL')
        await passMinutes()
      }
      stage.sandbox.messages.switches.reset(account.name)
      stage.sandbox.messages.switches.set({ dropReports: true }, account.name)

      const last = await stage.startWorker({ MESSAGE_TIMEOUT_MS: String(patience(800)) })
      let left = told
      await until(
        async () => {
          // Messages held back by a paused channel go out when its pause of half a minute ends.
          const { waiting = 0, sending = 0, held = 0 } = await countByState()
          const open = waiting + sending + held
          if (open < left) {
            left = open
            report(`${left} messages left`)
          }
          if (left > 0) await hurry()
          expect(open).toBe(0)
        },
        (1 + Math.ceil(told / messagesPerMinute)) * 60_000,
      )
      expect(await last.stop()).toBe(0)

      const states = await countByState()
      expect(Object.keys(states).filter((state) => !['sent', 'failed', 'unsure'].includes(state))).toEqual([])
      expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(told)
      expect((await findTroubles(school.scope)).unsure).toBe(states.unsure ?? 0)
      // Proves that some kills came during a request to the gateway, and that other messages were sent.
      expect(states.unsure ?? 0).toBeGreaterThan(0)
      expect(states.sent ?? 0).toBeGreaterThan(0)

      const references = atPhones().map(({ reference }) => reference)
      expect(references.length).toBe(new Set(references).size)
      const messages = await readRows<{ id: number; state: string; reference: string | null }>(
        `SELECT m.id, m.state, a.public_id AS reference FROM outgoing_messages m
     LEFT JOIN message_attempts a ON a.school_id = m.school_id AND a.message_id = m.id WHERE m.school_id = :id`,
        { id: school.id },
      )
      const arrived = new Set(references)
      const timesOf = new Map<number, number>()
      for (const { id, reference } of messages)
        timesOf.set(id, (timesOf.get(id) ?? 0) + (reference !== null && arrived.has(reference) ? 1 : 0))
      expect([...timesOf].filter(([, times]) => times > 1)).toEqual([])
      const timesIn = (state: string) =>
        new Set(messages.filter((one) => one.state === state).map(({ id }) => timesOf.get(id)))
      expect([...timesIn('sent')]).toEqual([1])
      expect([...timesIn('failed')].filter((times) => times !== 0)).toEqual([])

      // Late reports of the gateway settle every unsure message: all of them had reached the gateway.
      for (const { body } of stage.sandbox.messages.reports(account.name))
        await takeSmsReports(school.scope, {
          body: Buffer.from(body),
          token: testReportToken,
          contentType: 'application/x-www-form-urlencoded',
        })
      const reader = await stage.startWorker({ MESSAGE_TIMEOUT_MS: String(patience(800)) })
      await until(async () => expect((await countByState()).delivered ?? 0).toBe(arrived.size), 30_000)
      expect(await reader.stop()).toBe(0)
      expect((await countByState()).unsure ?? 0).toBe((states.unsure ?? 0) - (arrived.size - (states.sent ?? 0)))
    },
    { quietSeconds: 90 },
  ),
)
