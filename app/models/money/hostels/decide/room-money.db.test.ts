import { expect, it } from 'vitest'
import { todayInIndia } from '~/models/core/shared/calendar'
import { confirmTransfer, declareTransfer } from '~/models/money/ledger/counter/declared-payments.server'
import { startOnlinePayment } from '~/models/money/ledger/online/start-online-payment.server'
import { makeBoarder } from '../../../../../tests/factories/hostel-decisions'
import {
  faultsOfHostels,
  makeHostel,
  makeHostelApplication,
  makeRoom,
  readApplication,
} from '../../../../../tests/factories/hostels'
import { deliverWebhook, faultsOfLedger, makePayingSchool, readPayment } from '../../../../../tests/factories/paying'
import { readRow } from '../../../../../tests/factories/read'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { chargesOf } from '../stay/charges.server'
import { approveApplication } from './approve-application.server'
import { cancelOwnApplication, rejectApplication } from './close-application.server'
import { decideRefund, heldOf } from './decide-refund.server'
import { waitlistApplication } from './waitlist-application.server'

/** A student of a school with online payment whose application is approved. */
async function makeApproved() {
  const school = await makePayingSchool(sandbox)
  const room = await makeRoom(await makeHostel(school))
  const student = await makeBoarder(school)
  const place = { ...(await makeHostelApplication(student, room)), studentId: student.id }
  await approveApplication(school.scope, place.publicId, null)
  const dueIds = (await chargesOf(school.scope, place)).map((charge) => charge.duePublicId)
  const sound = async () => {
    expect(await faultsOfHostels(school)).toEqual([])
    expect(await faultsOfLedger(school)).toEqual([])
  }
  const startPaying = async () => {
    const started = await startOnlinePayment(student.scope, { dueIds, formKey: newFormKey() })
    if (!started.ok) throw new Error(started.reason)
    return started.value.paymentId
  }
  const webhooks = async () => {
    for (const webhook of sandbox.webhooks(school.keys.keyId)) await deliverWebhook(school, webhook)
  }
  return { school, student, place, dueIds, sound, startPaying, webhooks }
}

function excessOf(paymentId: string) {
  return readRow<{ paise: number }>(
    `SELECT CAST(COALESCE(SUM(l.amount_paise), 0) AS SIGNED) AS paise FROM payment_lines l JOIN payments p ON p.id = l.payment_id
     WHERE p.public_id = :paymentId AND l.kind = 'excess' AND l.state = 'settled'`,
    { paymentId },
  )
}

it('keeps a transfer as excess when it is confirmed after the cancellation', async () => {
  const { school, student, place, dueIds, sound } = await makeApproved()
  const declared = await declareTransfer(student.scope, {
    dueIds,
    method: 'bank_transfer',
    reference: 'UTR 4711',
    formKey: newFormKey(),
  })
  const paymentId = declared.ok ? declared.value.paymentId : ''
  expect(await cancelOwnApplication(student.scope, place.publicId)).toMatchObject({ ok: true })
  expect(await readApplication(place.publicId)).toMatchObject({ status: 'cancelled', refundState: 'none' })
  const paidOn = todayInIndia(new Date())
  expect(await confirmTransfer(school.scope, { paymentId, paidOn })).toMatchObject({ ok: true })
  expect(await excessOf(paymentId)).toEqual({ paise: 16_320_00 })
  expect((await chargesOf(school.scope, place)).map((charge) => charge.paidPaise)).toEqual([0, 0])
  await sound()
})

it('closes an open payment page before ending an application, and refuses while the provider is down', async () => {
  const { school, student, place, sound, startPaying } = await makeApproved()
  const paymentId = await startPaying()
  const { linkId } = await readPayment(paymentId)
  sandbox.switches.set({ timeOut: true }, school.keys.keyId)
  expect(await cancelOwnApplication(student.scope, place.publicId)).toMatchObject({ reason: 'provider-down' })
  expect(await readApplication(place.publicId)).toMatchObject({ status: 'approved', holdsBed: 1 })
  sandbox.switches.reset(school.keys.keyId)
  sandbox.switches.set({ dropWebhooks: true }, school.keys.keyId)
  expect(await cancelOwnApplication(student.scope, place.publicId)).toMatchObject({ ok: true })
  expect((await readPayment(paymentId)).linkState).toBe('cancelled')
  await expect(sandbox.pay(linkId)).rejects.toThrow()
  await sound()
})

it('keeps a late capture after the cancellation as excess', async () => {
  const { student, place, sound, startPaying, webhooks } = await makeApproved()
  const paymentId = await startPaying()
  const { linkId } = await readPayment(paymentId)
  expect(await cancelOwnApplication(student.scope, place.publicId)).toMatchObject({ ok: true })
  await sandbox.payLate(linkId)
  await webhooks()
  expect((await readPayment(paymentId)).capturedPaise).toBe(16_320_00)
  expect(await excessOf(paymentId)).toEqual({ paise: 16_320_00 })
  expect(await readApplication(place.publicId)).toMatchObject({ status: 'cancelled', refundState: 'none' })
  await sound()
})

it('refunds online money through the provider, once, and only money that is held', async () => {
  const { school, student, place, sound, startPaying, webhooks } = await makeApproved()
  const paymentId = await startPaying()
  await sandbox.pay((await readPayment(paymentId)).linkId)
  await webhooks()
  expect(await cancelOwnApplication(student.scope, place.publicId)).toMatchObject({ ok: true })
  expect(await readApplication(place.publicId)).toMatchObject({ refundState: 'open' })
  const { held } = await heldOf(school.scope, { ...place, checkedOutOn: null })
  expect(held).toMatchObject([
    { heldPaise: 10_000_00, suggestedPaise: 10_000_00, hasOfficeMoney: false },
    { heldPaise: 6_320_00, suggestedPaise: 6_320_00, hasOfficeMoney: false },
  ])
  const decide = (paise: readonly number[]) =>
    decideRefund(school.scope, place.publicId, {
      amounts: held.map((due, index) => ({ duePublicId: due.duePublicId, amountPaise: paise[index] ?? 0 })),
      remarks: 'The processing fee is kept',
      givenBy: null,
      givenReference: null,
    })
  expect(await decide([10_000_01, 0])).toMatchObject({ reason: 'too-much' })
  expect(await decide([50, 0])).toMatchObject({ reason: 'too-small' })
  expect(await readApplication(place.publicId)).toMatchObject({ refundState: 'open' })
  const outcomes = await Promise.all([1, 2, 3].map(() => decide([10_000_00, 6_000_00])))
  expect(outcomes.filter((one) => one.ok)).toEqual([{ ok: true, value: 16_000_00 }])
  expect(await readApplication(place.publicId)).toMatchObject({ refundState: 'decided' })
  const asked = await readRow<{ paise: number; count: number }>(
    `SELECT CAST(SUM(f.amount_paise) AS SIGNED) AS paise, COUNT(*) AS count FROM refunds f JOIN payments p ON p.id = f.payment_id
     WHERE p.public_id = :paymentId`,
    { paymentId },
  )
  expect(asked).toEqual({ paise: 16_000_00, count: 2 })
  await sound()
})

it('keeps paid money with an application that goes to the waiting list', async () => {
  const school = await makePayingSchool(sandbox)
  const room = await makeRoom(await makeHostel(school), { capacity: 1 })
  const [student, other] = [await makeBoarder(school), await makeBoarder(school)]
  const inside = await makeHostelApplication(other, room)
  const place = { ...(await makeHostelApplication(student, room)), studentId: student.id }
  const dueIds = (await chargesOf(school.scope, place)).map((charge) => charge.duePublicId)
  const declared = await declareTransfer(student.scope, {
    dueIds,
    method: 'cash',
    reference: null,
    formKey: newFormKey(),
  })
  await confirmTransfer(school.scope, {
    paymentId: declared.ok ? declared.value.paymentId : '',
    paidOn: todayInIndia(new Date()),
  })
  await approveApplication(school.scope, inside.publicId, null)
  expect(await waitlistApplication(school.scope, place.publicId, null)).toMatchObject({ ok: true })
  const charges = await chargesOf(school.scope, place)
  expect(charges.map(({ state, paidPaise }) => ({ state, paidPaise }))).toEqual([
    { state: 'cancelled', paidPaise: 10_000_00 },
    { state: 'cancelled', paidPaise: 6_320_00 },
  ])
  expect(await faultsOfHostels(school)).toEqual([])
  expect(await rejectApplication(school.scope, place.publicId, 'No place')).toMatchObject({ ok: true })
  expect(await readApplication(place.publicId)).toMatchObject({ refundState: 'open' })
})
