import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { signWebhook } from '~/services/payments/signatures.server'
import { encrypt } from '~/services/secrets/secrets.server'
import { makeDue } from '../../../tests/factories/ledger'
import {
  faultsOfLedger,
  makePayingSchool,
  type PayingSchool,
  readPaid,
  readPayment,
} from '../../../tests/factories/paying'
import { readRow } from '../../../tests/factories/read'
import { makeSchool } from '../../../tests/factories/school'
import { sandbox } from '../../../tests/factories/shared-sandbox'
import { startPayment } from '../../../tests/factories/start-payment'
import { makeStudent } from '../../../tests/factories/student'
import { action, loader } from './razorpay.$school'

type Sent = { body: string; signature: string; event_id: string }

async function post(schoolId: string, sent: Sent, method = 'POST') {
  const request = new Request(`http://localhost:3000/webhooks/razorpay/${schoolId}`, {
    method,
    body: sent.body,
    headers: {
      'Content-Type': 'application/json',
      'X-Razorpay-Signature': sent.signature,
      'X-Razorpay-Event-Id': sent.event_id,
    },
  })
  const response = await action({ request, params: { school: schoolId }, context: {} })
  return { status: response.status, result: response.status === 405 ? '' : (await response.json()).result }
}

async function paidAtTheProvider() {
  const school = await makePayingSchool(sandbox)
  const student = await makeStudent(school)
  const due = await makeDue(student)
  const payment = await startPayment(student.scope, [due.publicId])
  await sandbox.pay(payment.linkId)
  const webhooks = sandbox.webhooks(school.keys.keyId)
  const captured = webhooks.find((webhook) => webhook.body.toString().includes('"event":"payment.captured"'))
  if (!captured) throw new Error('The sandbox made no payment.captured')
  const sent: Sent = { body: captured.body.toString(), signature: captured.signature, event_id: captured.event_id }
  return { school, due, payment, sent, webhooks }
}

const eventsOf = async (school: PayingSchool) =>
  (
    await readRow<{ count: number }>('SELECT COUNT(*) AS count FROM payment_events WHERE school_id = :id', {
      id: school.id,
    })
  )?.count

it('records the payment of a genuine webhook once, however often the webhook is sent', async () => {
  const { school, due, payment, sent } = await paidAtTheProvider()
  expect(await post(school.publicId, sent)).toEqual({ status: 200, result: 'applied' })
  expect(await post(school.publicId, sent)).toEqual({ status: 200, result: 'seen' })
  expect(await readPaid(due.publicId)).toBe(due.owedPaise)
  expect(await readPayment(payment.publicId)).toMatchObject({ state: 'paid', receipts: 1 })
  expect(await faultsOfLedger(school, sandbox.ledger(school.keys.keyId))).toEqual([])
})

it('refuses a changed body, a wrong signature and a missing one, and changes nothing', async () => {
  const { school, due, sent } = await paidAtTheProvider()
  const before = await eventsOf(school)
  const wrong = { status: 400, result: 'signature' }
  expect(await post(school.publicId, { ...sent, body: `${sent.body} ` })).toEqual(wrong)
  expect(await post(school.publicId, { ...sent, signature: signWebhook(sent.body, 'guessed') })).toEqual(wrong)
  expect(await post(school.publicId, { ...sent, signature: '' })).toEqual(wrong)
  expect(await readPaid(due.publicId)).toBe(0)
  expect(await eventsOf(school)).toBe(before)
})

it("refuses one school's webhook at another school's URL", async () => {
  const { due, sent } = await paidAtTheProvider()
  const other = await makePayingSchool(sandbox)
  expect(await post(other.publicId, sent)).toEqual({ status: 400, result: 'signature' })
  expect(await post((await makeSchool()).publicId, sent)).toEqual({ status: 400, result: 'signature' })
  expect(await readPaid(due.publicId)).toBe(0)
})

it('accepts the signature of the previous secret for a day', async () => {
  const { school, due, sent } = await paidAtTheProvider()
  const changeSecret = (hoursAgo: number) =>
    execute(
      `UPDATE school_settings SET razorpay_webhook_secret_old = COALESCE(razorpay_webhook_secret_old, razorpay_webhook_secret),
         razorpay_webhook_secret = :fresh, razorpay_webhook_secret_changed_at = UTC_TIMESTAMP(3) - INTERVAL :hoursAgo HOUR
       WHERE school_id = :id`,
      { id: school.id, hoursAgo, fresh: encrypt('new', `school_settings.razorpay_webhook_secret:${school.id}`) },
    )
  await changeSecret(25)
  expect(await post(school.publicId, sent)).toEqual({ status: 400, result: 'signature' })
  await changeSecret(23)
  expect(await post(school.publicId, sent)).toEqual({ status: 200, result: 'applied' })
  expect(await readPaid(due.publicId)).toBe(due.owedPaise)
})

it('answers 200 for genuine unknown events, and 400 for genuine but unreadable input', async () => {
  const { school } = await paidAtTheProvider()
  const signed = (body: string, event_id = 'evt_1'): Sent => ({
    body,
    event_id,
    signature: signWebhook(body, school.keys.webhookSecret),
  })
  expect(await post(school.publicId, signed('{"event":"settlement.processed","payload":{}}'))).toEqual({
    status: 200,
    result: 'not-ours',
  })
  for (const rubbish of [signed('not json'), signed('[]'), signed('{"event":"payment.captured"}')]) {
    expect((await post(school.publicId, rubbish)).status).toBe(400)
  }
  expect((await post(school.publicId, signed('{"event":"order.paid","payload":{}}', ''))).status).toBe(400)
})

it('refuses unknown schools, other methods and huge bodies', async () => {
  const { school, sent } = await paidAtTheProvider()
  expect((await post('bcdfghjkmnpq', sent)).status).toBe(404)
  expect((await post("' OR 1=1 --", sent)).status).toBe(404)
  expect((await post(school.publicId, sent, 'PUT')).status).toBe(405)
  expect(loader().status).toBe(405)
  expect((await post(school.publicId, { ...sent, body: 'x'.repeat(256 * 1024 + 1) })).status).toBe(413)
})
