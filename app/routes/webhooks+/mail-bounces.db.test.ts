import { afterAll, expect, it, vi } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { returnAddress } from '~/services/mail/return-address.server'
import { linkGuardian, makeGuardian } from '../../../tests/factories/guardians'
import { unique } from '../../../tests/factories/insert'
import { readRow } from '../../../tests/factories/read'
import { makeSchool } from '../../../tests/factories/school'
import { makeStudent } from '../../../tests/factories/student'

const token = 'operator-token-of-the-mail-tests-0123456789'

/** Loads the route with settings of a portal that has a mailbox for bounced mail. */
async function load() {
  vi.resetModules()
  process.env.OPERATOR_TOKEN = token
  process.env.MAIL_BOUNCES = 'bounces@mail.example.in'
  return { route: await import('./mail-bounces'), ...(await import('~/services/mail/return-address.server')) }
}
afterAll(() => {
  delete process.env.OPERATOR_TOKEN
  delete process.env.MAIL_BOUNCES
})

async function written(to = `asha.${unique()}@family.test`) {
  const school = await makeSchool()
  await inTransaction(() => enqueueMail({ schoolId: school.id, to, subject: 'Notice', text: 'Hello', bulkIn: 'en' }))
  const mail = await readRow<{ id: number }>('SELECT id FROM outgoing_mail WHERE to_address = :to', { to })
  return { school, to, mailId: mail?.id ?? 0 }
}

const report = (to: string, status: string, action = 'failed') =>
  `To: ${to}\r\nContent-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nAction: ${action}\r\nStatus: ${status}\r\n\r\n--b--\r\n`
const complaint = (to: string) =>
  `To: ${to}\r\nContent-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\n\r\n--b--\r\n`

const addressRow = (schoolId: number) =>
  readRow<{ bounced: number; unsubscribed: string | null; soft: number }>(
    `SELECT bounced_at IS NOT NULL AS bounced, unsubscribed_by AS unsubscribed, soft_bounces AS soft FROM mail_addresses
     WHERE school_id = :schoolId`,
    { schoolId },
  )

it('marks, counts and unsubscribes addresses only on reports with a genuine return address', async () => {
  const { route, returnAddress: returnTo } = await load()
  const post = async (body: string, given = token) => {
    const headers = { Authorization: `Bearer ${given}`, 'Content-Type': 'message/rfc822' }
    const request = new Request('http://localhost:3000/webhooks/mail-bounces', { method: 'POST', body, headers })
    const answer = await route.action({ request, params: {}, context: {} }).catch((thrown: Response) => thrown)
    return answer.status === 200 ? (await answer.json()).result : answer.status
  }
  const { school, mailId, to } = await written()
  const student = await makeStudent(school, { email: to })
  const guardian = await makeGuardian(school, { email: to })
  await linkGuardian(guardian, student)
  const back = returnTo(mailId) ?? ''
  expect(back).toMatch(/^bounces\+[0-9a-z]+-[0-9a-f]{20}@mail\.example\.in$/)

  expect(await post(report(back, '5.1.1'), 'wrong'.repeat(8))).toBe(401)
  expect(await post('Subject: I am away\r\n\r\nUntil Monday')).toBe('no-report')
  expect(await post(report(back.replace(/-[0-9a-f]/, '-g'), '5.1.1'))).toBe('not-ours')
  expect(await post(report(back.replace(/[0-9a-f]{4}@/, '0000@'), '5.1.1'))).toBe('not-ours')
  expect(await addressRow(school.id)).toBeNull()

  expect(await post(report(back, '4.4.1', 'delayed'))).toBe('counted')
  expect(await addressRow(school.id)).toEqual({ bounced: 0, unsubscribed: null, soft: 1 })
  expect(await post(report(back, '5.7.1'))).toBe('noted')
  expect((await addressRow(school.id))?.bounced).toBe(0)
  expect(await post(report(back.toUpperCase(), '5.1.1'))).toBe('marked')
  expect(await post(complaint(back))).toBe('unsubscribed')
  expect(await addressRow(school.id)).toEqual({ bounced: 1, unsubscribed: 'complaint', soft: 1 })
  const state = await readRow<{ state: string }>('SELECT email_state AS state FROM family_guardians WHERE id = :id', {
    id: guardian.id,
  })
  expect(state?.state).toBe('wrong')
  await execute('DELETE FROM outgoing_mail WHERE id = :mailId', { mailId })
  expect(await post(report(back, '5.1.1'))).toBe('unknown')
  expect(await post('x'.repeat(1024 * 1024 + 1))).toBe(413)
})

it('returns no return address when no bounce mailbox is configured', () => {
  expect(returnAddress(7)).toBeUndefined()
})
