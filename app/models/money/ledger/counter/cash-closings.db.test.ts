import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { makeDue } from '../../../../../tests/factories/ledger'
import { faultsOfLedger } from '../../../../../tests/factories/paying'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import type { OfflineMethod } from '../payment-methods'
import { requestRefund } from '../refunds.server'
import { cashInHand, closeCash, listCashClosings } from './cash-closings.server'
import { spendCredit } from './credit.server'
import { recordOfflinePayment } from './record-offline-payment.server'
import { cancelPayment } from './void-payment.server'

const paidOn = todayInIndia(new Date())

async function take(school: MadeSchool, cashier: MadeStaff, amountPaise: number, method: OfflineMethod = 'cash') {
  const due = await makeDue(await makeStudent(school), { amountPaise })
  const money = { dueIds: [due.publicId], amountPaise, reference: '4711', repeatsReference: true, remarks: null }
  const taken = await recordOfflinePayment(cashier.scope, { ...money, method, paidOn, formKey: newFormKey() })
  if (!taken.ok) throw new Error(taken.reason)
  return taken.value.paymentId
}

const nothing = { notes500: 0, notes200: 0, notes100: 0, notes50: 0, notes20: 0, notes10: 0, coinsPaise: 0 }
const count = (values: Partial<Parameters<typeof closeCash>[2]>) => ({
  ...nothing,
  openingPaise: 0,
  handedOverPaise: 0,
  handedTo: null,
  remarks: null,
  shownPaise: 0,
  ...values,
})

const filters = { from: '', to: '', differs: '' }
const listed = { search: '', sort: 'closed', descending: false, page: 1, filters } as const

it('covers each cash payment and refund of a cashier in one closing, and leaves later ones for the next', async () => {
  const school = await makeSchool()
  const [anita, bharat] = [await makeStaff(school), await makeStaff(school)]
  const first = await take(school, anita, 1_250_50)
  await take(school, anita, 900_00, 'upi')
  await take(school, bharat, 70_00)
  const mistake = await take(school, anita, 300_00)
  await cancelPayment(bharat.scope, { paymentId: mistake, reason: 'Twice' })
  const back = { from: 'any', amountPaise: 50_00, reason: 'Left', formKey: newFormKey() } as const
  await requestRefund(anita.scope, { paymentId: first, ...back, givenBy: 'cash' })
  expect(await cashInHand(anita.scope)).toEqual({ openingPaise: null, cashPaise: 1_200_50 })
  expect(await cashInHand(bharat.scope)).toMatchObject({ cashPaise: 70_00 })

  const values = count({ openingPaise: 500_00, shownPaise: 1_200_50, notes500: 3, notes200: 1, coinsPaise: 50 })
  const said = { handedOverPaise: 1_500_00, handedTo: 'The bank' }
  const key = newFormKey()
  const answers = await Promise.all([1, 2, 3].map(() => closeCash(anita.scope, key, { ...values, ...said })))
  expect(answers.every((one) => one.ok)).toBe(true)
  const { rows, sums } = await listCashClosings(school.scope, { ...listed, sums: ['cashPaise', 'handedOverPaise'] })
  expect(rows).toMatchObject([
    { cashier: anita.name, openingPaise: 500_00, cashPaise: 1_200_50, countedPaise: 1_700_50, differencePaise: 0 },
  ])
  expect(sums).toEqual({ cashPaise: 1_200_50, handedOverPaise: 1_500_00 })
  expect(await cashInHand(anita.scope)).toEqual({ openingPaise: 200_50, cashPaise: 0 })
  // A payment written before the closing but committed after it belongs to the next closing.
  const late = await take(school, anita, 80_00)
  await execute(
    `UPDATE payment_lines SET settled_at = (SELECT MAX(closed_at) FROM cash_closings WHERE school_id = :id) - INTERVAL 1 SECOND
     WHERE payment_id = (SELECT id FROM payments WHERE public_id = :late)`,
    { late, id: school.id },
  )
  expect(await cashInHand(anita.scope)).toEqual({ openingPaise: 200_50, cashPaise: 80_00 })
})

it('counts cash in the box of the cashier who received it, and a cash refund in the box of the cashier who paid it', async () => {
  const school = await makeSchool()
  const [anita, bharat] = [await makeStaff(school), await makeStaff(school)]
  const paid = await take(school, anita, 700_00)
  const back = { from: 'any', amountPaise: 150_00, reason: 'Left', formKey: newFormKey() } as const
  await requestRefund(bharat.scope, { paymentId: paid, ...back, givenBy: 'cash' })
  expect(await cashInHand(anita.scope)).toEqual({ openingPaise: null, cashPaise: 700_00 })
  expect(await cashInHand(bharat.scope)).toEqual({ openingPaise: null, cashPaise: -150_00 })
  const close = (cashier: MadeStaff, values: Parameters<typeof count>[0]) =>
    closeCash(cashier.scope, newFormKey(), count(values))
  expect(await close(anita, { shownPaise: 700_00, notes500: 1, notes200: 1 })).toMatchObject({ ok: true })
  const ofBharat = { openingPaise: 200_00, shownPaise: -150_00, notes50: 1 }
  expect(await close(bharat, ofBharat)).toMatchObject({ ok: true })
  const { rows } = await listCashClosings(school.scope, listed)
  expect(rows.map(({ cashier, cashPaise, countedPaise }) => [cashier, cashPaise, countedPaise])).toEqual([
    [bharat.name, -150_00, 50_00],
    [anita.name, 700_00, 700_00],
  ])
})

it('refuses a closing with an unexplained difference, without a recipient, or when cash has moved since the count began', async () => {
  const school = await makeSchool()
  const cashier = await makeStaff(school)
  await take(school, cashier, 500_00)
  const close = (values: Parameters<typeof count>[0]) =>
    closeCash(cashier.scope, newFormKey(), count({ shownPaise: 500_00, notes200: 2, ...values }))
  expect(await close({})).toEqual({ ok: false, reason: 'say-why', differencePaise: -100_00 })
  expect(await close({ shownPaise: 400_00 })).toEqual({ ok: false, reason: 'cash-moved', cashPaise: 500_00 })
  expect(await close({ handedOverPaise: 400_01 })).toEqual({ ok: false, reason: 'more-than-counted' })
  expect(await close({ handedOverPaise: 400_00 })).toEqual({ ok: false, reason: 'say-to-whom' })
  expect(await cashInHand(cashier.scope)).toEqual({ openingPaise: null, cashPaise: 500_00 })
  expect(await close({ remarks: 'A note was torn' })).toMatchObject({ ok: true })
  // A cashier of another school sees nothing.
  const stranger = await makeStaff(await makeSchool())
  expect(await cashInHand(stranger.scope)).toEqual({ openingPaise: null, cashPaise: 0 })
})

it('counts the cash of an advance once, even when it is applied to a due after the closing', async () => {
  const school = await makeSchool()
  const cashier = await makeStaff(school)
  const student = await makeStudent(school)
  const ahead = { dueIds: [], studentId: student.publicId, advancePaise: 800_00, amountPaise: 0 }
  const how = { method: 'cash', reference: null, remarks: null, paidOn, formKey: newFormKey() } as const
  expect(await recordOfflinePayment(cashier.scope, { ...ahead, ...how })).toMatchObject({ ok: true })
  const values = count({ shownPaise: 800_00, notes500: 1, notes200: 1, notes100: 1 })
  expect(await closeCash(cashier.scope, newFormKey(), values)).toMatchObject({ ok: true })
  const due = await makeDue(student, { amountPaise: 300_00 })
  const spent = await spendCredit(cashier.scope, { dueIds: [due.publicId], amountPaise: 300_00 })
  expect(spent).toMatchObject({ ok: true })
  expect(await cashInHand(cashier.scope)).toEqual({ openingPaise: 800_00, cashPaise: 0 })
})

it('counts the cash of a credit once when it is applied to a due during the closing', async () => {
  const school = await makeSchool()
  const cashier = await makeStaff(school)
  // Five rounds, each closing the cash in two windows at once, so that the two closings collide in at least one.
  for (let round = 1; round <= 5; round += 1) {
    const student = await makeStudent(school)
    const ahead = { dueIds: [], studentId: student.publicId, advancePaise: 800_00, amountPaise: 0 }
    const how = { method: 'cash', reference: null, remarks: null, paidOn, formKey: newFormKey() } as const
    await recordOfflinePayment(cashier.scope, { ...ahead, ...how })
    const due = await makeDue(student, { amountPaise: 300_00 })
    const values = count({
      shownPaise: 800_00,
      notes500: 1,
      notes200: 1,
      notes100: 1,
      remarks: 'The rest is at the bank',
    })
    const [closed] = await Promise.all([
      closeCash(cashier.scope, newFormKey(), values),
      spendCredit(cashier.scope, { dueIds: [due.publicId], amountPaise: 300_00 }),
    ])
    expect(closed).toMatchObject({ ok: true })
    expect((await cashInHand(cashier.scope)).cashPaise).toBe(0)
    expect(await faultsOfLedger(school)).toEqual([])
  }
})
