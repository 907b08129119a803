import { afterAll, afterEach, expect, it, vi } from 'vitest'

const database = await vi.hoisted(async () => (await import('../../tests/reliability/own-database')).ownDatabase())

import { closeDatabase, execute } from '~/database/database.server'
import { findWaitingMail } from '~/models/core/outbox/mail-queue.server'
import { systemScope, visitorScope } from '~/models/core/shared/scope.server'
import { requestPasswordReset } from '~/models/people/accounts/passwords/reset-password.server'
import { registerSchool } from '~/models/people/accounts/staff/school-registration.server'
import { makeGuardian, makeGuardianAccount } from '../../tests/factories/guardians'
import { unique } from '../../tests/factories/insert'
import { readRow, readRows } from '../../tests/factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../../tests/factories/school'
import { makeStudent } from '../../tests/factories/student'
import type { JobHandler } from './job.server'
import { lines } from './lines'
import { type RunningWorker, startWorker } from './loop.server'

/*
 * Strangers cause mails that the mail server never finishes; mails of approved schools must not wait for those. This
 * test has its own database, because its workers claim every mail.
 */

const visitor = visitorScope()
const strangers = 24
const workers: RunningWorker[] = []
let open = () => {}

afterEach(async () => {
  open()
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})
afterAll(async () => {
  await closeDatabase()
  await database.giveBack()
})

/** Starts two workers. Mails to strangers reach the mail server and stay there until `open` is called. */
function startWorkers(isOfStranger: (address: string) => boolean) {
  const handedOver: string[] = []
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const send: JobHandler = async ({ mailId }) => {
    const mail = await findWaitingMail(systemScope(), Number(mailId))
    const to = mail?.toAddress ?? ''
    handedOver.push(to)
    if (isOfStranger(to)) await opened
  }
  for (let worker = 0; worker < 2; worker++) workers.push(startWorker({ handlers: { 'send-mail': send } }))
  return handedOver
}

type Reader = 'student' | 'staff' | 'guardian'

/** Creates an account at the school, requests a mail with a password link for it, and returns its mail address. */
async function requestLink(school: MadeSchool, reader: Reader): Promise<string> {
  const email = `${reader}.${unique()}@reader.test`
  if (reader === 'student') await makeStudent(school, { email })
  else if (reader === 'staff') await makeStaff(school, { email })
  else await makeGuardian(school, { accountId: (await makeGuardianAccount({ email, password: null })).id })
  await requestPasswordReset(visitor, reader, email, () => 'https://x.test')
  return email
}

async function register(): Promise<string> {
  const email = `owner.${unique()}@stranger.test`
  const form = { name: 'New School', person: 'Kavita Rao', email, phone: '079 2657 0000', address: '14 Ashram Road' }
  const facts = { language: 'en', linkOf: () => 'https://x.test', signInAt: 'sign-in' } as const
  await registerSchool(visitor, form, { ...facts, address: `10.0.0.${unique()}` })
  return email
}

const ofNewSchool = (reader: Reader) => async () => requestLink(await makeSchool({ approved: false }), reader)

it.each<[string, () => Promise<string>]>([
  ['students of unapproved schools', ofNewSchool('student')],
  ['guardians of unapproved schools', ofNewSchool('guardian')],
  ['people who register schools', register],
])(
  'hands over account mails of an approved school while the mail server is busy with mails to %s',
  async (_, write) => {
    const school = await makeSchool()
    const addresses = await Promise.all(Array.from({ length: strangers }, write))
    const handedOver = startWorkers((to) => addresses.includes(to))
    // The strangers' mails occupy all slots that they may use, in both workers.
    const used = await readRows<{ class: string; lane: string }>(
      "SELECT DISTINCT class, lane FROM jobs WHERE state IN ('waiting', 'running')",
    )
    expect(used).toHaveLength(1)
    const line = lines.find((one) => one.class === used[0]?.class && one.lane === used[0]?.lane)
    await expect.poll(() => handedOver.length).toBe(2 * (line?.slots ?? 0))
    for (const reader of ['student', 'staff', 'guardian'] as const) {
      const mine = await requestLink(school, reader)
      await expect.poll(() => handedOver).toContain(mine)
    }
    expect(handedOver.filter((to) => addresses.includes(to)).length).toBeLessThan(strangers)
    open()
    await expect.poll(() => handedOver.toSorted()).toEqual(expect.arrayContaining(addresses))
    const unfinished = "FROM jobs WHERE state IN ('waiting', 'running')"
    await expect.poll(() => readRow(`SELECT COUNT(*) AS jobs ${unfinished}`)).toEqual({ jobs: 0 })
  },
)

it('queues a guardian’s mail as one of an unapproved school only until the guardian has an approved one', async () => {
  const [stranger, approved] = [await makeSchool({ approved: false }), await makeSchool()]
  const email = `two.${unique()}@reader.test`
  const { id: accountId } = await makeGuardianAccount({ email, password: null })
  const turns = async () => {
    await requestPasswordReset(visitor, 'guardian', email, () => 'https://x.test')
    return readRows<{ turn: number; lane: string }>(
      `SELECT j.turn_of AS turn, j.lane FROM jobs j JOIN outgoing_mail o ON j.payload = CONCAT('{"mailId":', o.id, '}')
       WHERE o.to_address = :email ORDER BY j.id`,
      { email },
    )
  }
  await makeGuardian(stranger, { accountId })
  expect(await turns()).toEqual([{ turn: stranger.id, lane: 'unapproved-mail' }])
  await makeGuardian(approved, { accountId })
  expect((await turns()).at(-1)).toEqual({ turn: approved.id, lane: 'mail' })
  await execute('UPDATE schools SET suspended_at = UTC_TIMESTAMP(3) WHERE id = :id', { id: approved.id })
  expect((await turns()).at(-1)).toEqual({ turn: 0, lane: 'mail' })
})

it('hands over a guardian’s mail while the mail server is busy with those of another school’s guardians', async () => {
  const [busy, other] = [await makeSchool(), await makeSchool()]
  const addresses = await Promise.all(Array.from({ length: strangers }, () => requestLink(busy, 'guardian')))
  const handedOver = startWorkers((to) => addresses.includes(to))
  const slots = lines.find(({ class: ofLine, lane }) => ofLine === 'waited' && lane === 'mail')?.slots ?? 0
  const ofBusy = () => handedOver.filter((to) => addresses.includes(to)).length
  await expect.poll(ofBusy).toBe(2 * (slots - 1))
  const mine = await requestLink(other, 'guardian')
  await expect.poll(() => handedOver).toContain(mine)
  expect(ofBusy()).toBe(2 * (slots - 1))
  open()
  await expect.poll(ofBusy).toBe(strangers)
})
