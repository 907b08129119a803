import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { staffCookie, studentCookie, testAppKey } from '../factories/app'
import { makeDue, makePaymentKeys } from '../factories/ledger'
import { readRows } from '../factories/read'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from '../factories/school'
import { type MadeStudent, makeStudent } from '../factories/student'
import { beforeAllSteadily } from '../setup/steadily'
import { type House, openHouse } from './house'

/* Events that the server (door.ts) and the guards write to the security log, behind a trusted proxy. */

let house: House
let school: MadeSchool
let owner: MadeStaff
let teacher: MadeStaff
let student: MadeStudent

beforeAllSteadily(async (step) => {
  house = await openHouse({ TRUST_PROXY: '1' })
  step('the house is open')
  school = await makeSchool()
  owner = await makeStaff(school)
  teacher = await makeStaff(school, { role: 'teacher' })
  student = await makeStudent(school)
  await makePaymentKeys(school, { keyId: 'rzp_test_log', keySecret: 'secret', webhookSecret: 'webhook' })
})
afterAll(() => house?.close())
beforeEach(() => execute('DELETE FROM security_events', {}))

/** The trusted proxy appends the last address; the ones before are the browser's claim. */
const headers = {
  'x-forwarded-for': '198.51.100.1, 203.0.113.9',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
}

interface Event {
  kind: string
  schoolId: number | null
  actor: string
  address: string
  device: string
  requestId: string
  details: string
}

const events = () =>
  readRows<Event>(
    `SELECT kind, school_id AS schoolId, CONCAT_WS(':', actor_kind, actor_id) AS actor, address, device, request_id AS requestId, details
     FROM security_events ORDER BY id`,
  )

/** Waits for the events: they are written shortly after the response. */
async function soon(count: number): Promise<Event[]> {
  await expect.poll(async () => (await events()).length).toBe(count)
  return events()
}

it('records nothing for a viewed page', async () => {
  const cookie = await staffCookie(school, owner)
  expect((await house.app.request('/school/security', { cookie, headers })).status).toBe(200)
  expect((await house.app.request('/students/login', { headers })).status).toBe(200)
  expect(await events()).toEqual([])
})

it('records the user and file of a download, with the client address from the proxy and the id of the response', async () => {
  const list = await house.app.request('/school/audit.csv?search=x', {
    cookie: await staffCookie(school, owner),
    headers,
  })
  const own = await house.app.request('/students/settings/data/file', { cookie: await studentCookie(student), headers })
  // Imported only now, because the module's tables bind to the database on import.
  const { recordOfflinePayment } = await import('~/models/money/ledger/counter/record-offline-payment.server')
  const { publicId: due, owedPaise: amountPaise } = await makeDue(student)
  const money = { method: 'cash', reference: null, remarks: null, paidOn: todayInIndia(new Date()) } as const
  const paid = await recordOfflinePayment(owner.scope, { dueIds: [due], amountPaise, ...money, formKey: randomUUID() })
  // Opened in the browser to be printed, not downloaded.
  const receipt = `/school/receipts/${paid.ok ? paid.value.receiptId : ''}`
  const opened = await house.app.request(`${receipt}?paper=a5`, { cookie: await staffCookie(school, owner), headers })
  expect(opened.headers['content-disposition']).toMatch(/^inline/)
  expect([list.status, own.status, opened.status]).toEqual([200, 200, 200])
  const from = { kind: 'downloaded', schoolId: school.id, address: '203.0.113.9', device: 'Firefox on Linux' }
  expect(await events()).toMatchObject([
    {
      ...from,
      actor: `staff:${owner.id}`,
      details: '{"path":"/school/audit.csv"}',
      requestId: list.headers['x-request-id'],
    },
    { ...from, actor: `student:${student.id}`, details: '{"path":"/students/settings/data/file"}' },
    { ...from, actor: `staff:${owner.id}`, details: JSON.stringify({ path: receipt }) },
  ])
})

it('records a user who is refused a page, and the missing permission', async () => {
  const cookie = await staffCookie(school, teacher)
  for (const address of ['/school/security', '/school/security.csv']) {
    expect((await house.app.request(address, { cookie, headers })).status).toBe(403)
  }
  const rows = await events()
  expect(rows[0]).toMatchObject({
    kind: 'permission-refused',
    schoolId: school.id,
    actor: `staff:${teacher.id}`,
    details: '{"permission":"security:view","role":"teacher"}',
  })
})

it('records a form from another site, a changed cookie and a forged webhook', async () => {
  const foreign = { ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await house.app.request('/language', { form: { language: 'hi' }, headers: foreign })).status).toBe(403)
  expect(await soon(1)).toMatchObject([{ kind: 'foreign-origin', actor: 'none', address: '203.0.113.9' }])
  await execute('DELETE FROM security_events', {})

  const cookie = (await staffCookie(school, owner)).replace(/=../, '=xx')
  expect((await house.app.request('/school/security', { cookie, headers })).status).toBe(302)
  expect((await events())[0]).toMatchObject({ kind: 'tampered', schoolId: null, details: '{"what":"cookie school"}' })
  await execute('DELETE FROM security_events', {})

  const forged = { body: '{}', headers: { ...headers, 'X-Razorpay-Signature': 'f'.repeat(64) } }
  expect((await house.app.request(`/webhooks/razorpay/${school.publicId}`, forged)).status).toBe(400)
  expect((await events())[0]).toMatchObject({ kind: 'forged-payment', schoolId: school.id, actor: 'none' })
})

it('records a sign-out, and shows a school only its own events', async () => {
  const other = await makeSchool()
  const otherOwner = await makeStaff(other, { name: 'Somebody Elsewhere' })
  const cookie = await staffCookie(other, otherOwner)
  expect((await house.app.request('/school/logout', { form: {}, cookie, headers })).status).toBe(303)
  expect(await events()).toMatchObject([{ kind: 'signed-out', schoolId: other.id, actor: `staff:${otherOwner.id}` }])
  for (const address of ['/school/security', '/school/security.csv']) {
    const mine = await house.app.request(address, { cookie: await staffCookie(school, owner) })
    expect(mine.text).not.toContain('Somebody Elsewhere')
    const theirs = await house.app.request(address, { cookie: await staffCookie(other, otherOwner) })
    expect(theirs.text).toContain('Somebody Elsewhere')
  }
})

it('gives the operator a file of events, and rejects invalid arguments with an error', async () => {
  const cookie = await staffCookie(school, owner)
  await house.app.request('/school/audit.csv', { cookie, headers })
  const program = (...inputs: string[]) =>
    promisify(execFile)(process.execPath, [`${house.buildDir}/security-export.js`, ...inputs], {
      env: { ...process.env, APP_MODE: 'demo', APP_KEY: testAppKey },
    })
  const span = ['--from', '2020-01-01', '--to', '2099-12-31']
  const { stdout } = await program(...span, '--school', school.publicId)
  const [head, ...lines] = stdout.trim().split('\r\n')
  expect(head).toContain('moment_utc,log,school,what,times,actor')
  expect(lines.some((line) => line.includes(`downloaded,1,staff:${owner.id}`) && line.includes('203.0.113.9'))).toBe(
    true,
  )
  await expect(program('--from', 'yesterday', '--to', '2026-01-01')).rejects.toMatchObject({
    stderr: expect.stringContaining('Give --from and --to'),
  })
  await expect(program(...span, '--school', 'nobody')).rejects.toMatchObject({
    stderr: expect.stringContaining('There is no school nobody'),
  })
})
