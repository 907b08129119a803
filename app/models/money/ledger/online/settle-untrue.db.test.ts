import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { signWebhook } from '~/services/payments/signatures.server'
import { makeDue } from '../../../../../tests/factories/ledger'
import {
  callbackOf,
  deliverWebhook,
  makePayingSchool,
  type PayingSchool,
  readPaid,
  readPayment,
} from '../../../../../tests/factories/paying'
import { readRows } from '../../../../../tests/factories/read'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { makePaymentUnderWay, startPayment } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { settleFromCallback } from './provider-news.server'

const world = () => makePaymentUnderWay(sandbox)

const webhooksOf = (school: PayingSchool, event: string) =>
  sandbox.webhooks(school.keys.keyId).filter((one) => one.event === event)

it('refuses a callback with a changed parameter, a wrong signature or ids of another payment, and changes nothing', async () => {
  const { school, student, due, payment } = await world()
  const elsewhere = await startPayment(student.scope, [(await makeDue(student)).publicId])
  const { returnTo } = await sandbox.pay(elsewhere.linkId)
  const genuine = callbackOf(returnTo)
  const tampered = [
    genuine,
    { ...genuine, linkId: payment.linkId },
    { ...genuine, signature: 'a'.repeat(64) },
    { ...genuine, paymentId: '' },
    { ...genuine, signature: '' },
  ]
  for (const parameters of tampered) {
    expect(await settleFromCallback(student.scope, payment.publicId, parameters)).toEqual({
      ok: false,
      reason: 'tampered',
    })
  }
  expect(await readPayment(payment.publicId)).toMatchObject({ state: 'pending', capturedPaise: 0 })
  expect(await readPaid(due.publicId)).toBe(0)
  const noted = () =>
    readRows('SELECT id FROM payment_events WHERE school_id = :id AND outcome = "tampered"', { id: school.id })
  expect(await noted()).toHaveLength(1)
  await execute('UPDATE payment_events SET created_at = created_at - INTERVAL 61 MINUTE WHERE school_id = :id', {
    id: school.id,
  })
  await settleFromCallback(student.scope, payment.publicId, genuine)
  expect(await noted()).toHaveLength(2)
  const classmate = await makeStudent(school)
  const foreign = await settleFromCallback(classmate.scope, elsewhere.publicId, genuine)
  expect(foreign).toEqual({ ok: false, reason: 'not-found' })
})

it.each([
  ['amount', { amount: 100 }],
  ['currency', { currency: 'USD' }],
])('records a webhook with a wrong %s, and does not change the payment', async (_what, change) => {
  const { school, due, payment } = await world()
  await sandbox.pay(payment.linkId)
  const [captured] = webhooksOf(school, 'payment.captured')
  const body = JSON.parse(captured?.body ?? '')
  Object.assign(body.payload.payment.entity, change)
  const changed = JSON.stringify(body)
  const signature = signWebhook(changed, school.keys.webhookSecret)
  const told = await deliverWebhook(school, { body: changed, signature, event_id: `evt_${payment.publicId}` })
  expect(told).toEqual({ ok: false, reason: 'mismatch' })
  expect(await readPaid(due.publicId)).toBe(0)
  const noted = await readRows('SELECT id FROM payment_events WHERE school_id = :id AND outcome = "mismatch"', {
    id: school.id,
  })
  expect(noted).toHaveLength(1)
})

it("refuses a webhook signed with another school's secret", async () => {
  const { school, payment } = await world()
  const other = await makePayingSchool(sandbox)
  await sandbox.pay(payment.linkId)
  const [captured] = webhooksOf(school, 'payment.captured')
  if (!captured) throw new Error('No webhook')
  expect(await deliverWebhook(other, captured)).toEqual({ ok: false, reason: 'tampered' })
  const signature = signWebhook(captured.body, other.keys.webhookSecret)
  expect(await deliverWebhook(other, { ...captured, signature })).toEqual({ ok: true, value: 'not-ours' })
  expect(await readPayment(payment.publicId)).toMatchObject({ capturedPaise: 0 })
})

it('ignores events about payments that the school collects outside the portal, even with non-ASCII text', async () => {
  const { school, payment } = await world()
  await sandbox.pay(payment.linkId)
  const [paid] = webhooksOf(school, 'payment_link.paid')
  const body = JSON.parse(paid?.body ?? '')
  Object.assign(body.payload.payment_link.entity, { id: 'plink_elsewhere', reference_id: 'दान-७' })
  Object.assign(body.payload.payment.entity, {
    id: 'pay_elsewhere',
    notes: { payment: 'દાન' },
    description: '#elsewhere',
  })
  const changed = JSON.stringify(body)
  const signature = signWebhook(changed, school.keys.webhookSecret)
  const told = await deliverWebhook(school, { body: changed, signature, event_id: `evt_other_${payment.publicId}` })
  expect(told).toEqual({ ok: true, value: 'not-ours' })
  expect(await readPayment(payment.publicId)).toMatchObject({ capturedPaise: 0 })
})
