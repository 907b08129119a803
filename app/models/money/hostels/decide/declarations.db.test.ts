import { describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { addMonths, todayInIndia } from '~/models/core/shared/calendar'
import { listMoneyOfDues, waitingAmong } from '~/models/money/ledger/books/money-of-dues.server'
import {
  confirmTransfer,
  declareTransfer,
  refuseTransfer,
  withdrawDeclared,
} from '~/models/money/ledger/counter/declared-payments.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { startOnlinePayment } from '~/models/money/ledger/online/start-online-payment.server'
import { declarationLines } from '~/routes/students+/_shell+/hostels+/__application-status.server'
import { makeBoarder } from '../../../../../tests/factories/hostel-decisions'
import {
  faultsOfHostels,
  makeHostel,
  makeHostelApplication,
  makeRoom,
  moveStayBack,
  readApplication,
  stayUntil,
} from '../../../../../tests/factories/hostels'
import { unique } from '../../../../../tests/factories/insert'
import { faultsOfLedger, makePayingSchool, type PayingSchool, readPayment } from '../../../../../tests/factories/paying'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { findOwnApplication } from '../apply/own-applications.server'
import { roomDuesToPay, roomPaymentGuard, roomPaymentStep } from '../apply/room-payment.server'
import { chargesOf } from '../stay/charges.server'
import { raiseMonths } from '../stay/raise-months.server'
import { approveApplication } from './approve-application.server'
import { cancelOwnApplication } from './close-application.server'
import { lastRefusalOf } from './declarations.server'
import { waitlistApplication } from './waitlist-application.server'

const today = todayInIndia(new Date())

async function moneyOf({ scope }: PayingSchool, place: { id: number; studentId: number }) {
  const charges = await chargesOf(scope, place)
  return listMoneyOfDues(
    scope,
    charges.map((charge) => charge.dueId),
  )
}

async function makePlace() {
  const school = await makePayingSchool(sandbox)
  const room = await makeRoom(await makeHostel(school))
  const student = await makeBoarder(school)
  const place = { ...(await makeHostelApplication(student, room)), studentId: student.id }
  const own = async () => {
    const found = await findOwnApplication(student.scope, place.publicId)
    if (!found) throw new Error('the application is there')
    return found
  }
  const declare = async (method: 'bank_transfer' | 'cash' = 'bank_transfer') => {
    const dueIds = roomDuesToPay(await own()).map((due) => due.duePublicId)
    const reference = method === 'cash' ? null : 'UTR 4711'
    const declared = await declareTransfer(student.scope, { dueIds, method, reference, formKey: unique() })
    if (!declared.ok) throw new Error(declared.reason)
    return declared.value.paymentId
  }
  return { school, room, student, place, own, declare }
}

describe('a declaration for a hostel bed', () => {
  it('keeps the application off the waiting list until it is checked, so that no bed is charged twice', async () => {
    const { school, place, own, declare } = await makePlace()
    const paymentId = await declare()
    expect(await waitlistApplication(school.scope, place.publicId, null)).toEqual({ ok: false, reason: 'declared' })
    expect(await readApplication(place.publicId)).toMatchObject({ status: 'pending' })
    expect((await confirmTransfer(school.scope, { paymentId, paidOn: today })).ok).toBe(true)
    await execute(
      "UPDATE rooms SET status = 'maintenance' WHERE hostel_id IN (SELECT id FROM hostels WHERE school_id = :id)",
      { id: school.id },
    )
    expect((await waitlistApplication(school.scope, place.publicId, null)).ok).toBe(true)
    expect((await approveApplication(school.scope, place.publicId, null)).ok).toBe(false)
    expect(await own()).toMatchObject({ paidPaise: 16_320_00, owedPaise: 0, declarations: [] })
    expect(await faultsOfLedger(school)).toEqual([])
  })

  it('does not block the waiting list once it is refused, and shows the reason', async () => {
    const { school, place, own, declare } = await makePlace()
    await refuseTransfer(school.scope, { paymentId: await declare('cash'), reason: 'Nobody came' })
    expect(lastRefusalOf((await own()).declarations)).toMatchObject({ reason: 'Nobody came', amountPaise: 16_320_00 })
    const again = await declare('cash')
    expect(lastRefusalOf((await own()).declarations)).toBeNull()
    await refuseTransfer(school.scope, { paymentId: again, reason: 'Nobody came again' })
    expect(lastRefusalOf((await own()).declarations)?.reason).toBe('Nobody came again')
    expect((await waitlistApplication(school.scope, place.publicId, null)).ok).toBe(true)
  })

  it('blocks the dues it covers and shows their sum, while a later month can be paid', async () => {
    const { school, place, own, declare } = await makePlace()
    await approveApplication(school.scope, place.publicId, null)
    await moveStayBack(place, 25)
    await stayUntil(place, addMonths(today, 3))
    await declare()
    expect(roomPaymentStep(await own())).toBe('waiting')
    expect(await raiseMonths(school.scope, place.id, today)).toBe(1)
    const found = await own()
    expect(found.owedPaise).toBe(22_320_00)
    expect(found.declarations).toMatchObject([{ stage: 'waiting', amountPaise: 16_320_00 }])
    expect(roomPaymentStep(found)).toBe('review')
    expect(roomDuesToPay(found).map((due) => [due.period, due.amountPaise])).toEqual([[2, 6_000_00]])
    await declare('cash')
    expect((await own()).declarations.map((one) => one.amountPaise)).toEqual([16_320_00, 6_000_00])
    expect(roomPaymentStep(await own())).toBe('waiting')
  })

  it('stays visible on an ended application until it is checked, also when its money arrives too late', async () => {
    const { school, student, place, own, declare } = await makePlace()
    const paymentId = await declare()
    const money = () => moneyOf(school, place)
    expect(waitingAmong((await money()).payments)).toMatchObject([{ publicId: paymentId, amountPaise: 16_320_00 }])
    expect(declarationLines(await own())).toEqual([
      'You have declared your payment. The school confirms it when it has received the money.',
    ])
    expect((await cancelOwnApplication(student.scope, place.publicId)).ok).toBe(true)
    expect(roomPaymentStep(await own())).toBe('over')
    expect(declarationLines(await own())).toEqual([
      'You have transferred ₹16,320. The school will refund it after it has received the money.',
    ])
    await confirmTransfer(school.scope, { paymentId, paidOn: today })
    expect(declarationLines(await own())).toEqual([
      '₹16,320 reached the school when it was no longer due. The school refunds it: ask the school office.',
    ])
    // All of the payment is excess: none of it pays for the bed.
    expect((await money()).payments).toMatchObject([{ publicId: paymentId, amountPaise: 0, excessPaise: 16_320_00 }])
    expect(waitingAmong((await money()).payments)).toEqual([])
    expect(await faultsOfHostels(school)).toEqual([])
    expect(await faultsOfLedger(school)).toEqual([])
  })

  it('does not report prepaid money as excess', async () => {
    const { school, place, own } = await makePlace()
    const dues = roomDuesToPay(await own())
    const taken = await recordOfflinePayment(school.scope, {
      dueIds: dues.map((due) => due.duePublicId),
      amountPaise: 16_320_00,
      advancePaise: 500_00,
      formKey: unique(),
      method: 'cash',
      reference: null,
      remarks: null,
      paidOn: today,
    })
    expect(taken.ok).toBe(true)
    expect([(await own()).declarations, declarationLines(await own())]).toEqual([[], []])
    expect((await moneyOf(school, place)).payments).toMatchObject([{ amountPaise: 16_320_00, excessPaise: 0 }])
  })

  it('shows declared cash as unpaid, and lets the student withdraw it', async () => {
    const { school, student, place, own, declare } = await makePlace()
    const paymentId = await declare('cash')
    expect(declarationLines(await own())[0]).toMatch(/^Status: pending. Nothing is paid yet: bring ₹16,320 to/)
    expect((await withdrawDeclared(student.scope, paymentId)).ok).toBe(true)
    const found = await own()
    expect([found.declarations, roomPaymentStep(found)]).toEqual([[], 'review'])
    expect((await moneyOf(school, place)).payments).toMatchObject([{ state: 'failed', amountPaise: 0 }])
    await declare('cash')
    await cancelOwnApplication(student.scope, place.publicId)
    expect(declarationLines(await own())).toEqual(['You no longer need to bring ₹16,320 to the school office.'])
  })
})

describe('an application with dues', () => {
  it('goes to the waiting list after its open payment page is closed', async () => {
    const { school, student, place, own } = await makePlace()
    const dueIds = roomDuesToPay(await own()).map((due) => due.duePublicId)
    const started = await startOnlinePayment(student.scope, { dueIds, formKey: unique() })
    const paymentId = started.ok ? started.value.paymentId : ''
    sandbox.switches.set({ timeOut: true }, school.keys.keyId)
    expect(await waitlistApplication(school.scope, place.publicId, null)).toMatchObject({ reason: 'provider-down' })
    sandbox.switches.reset(school.keys.keyId)
    sandbox.switches.set({ dropWebhooks: true }, school.keys.keyId)
    expect((await waitlistApplication(school.scope, place.publicId, null)).ok).toBe(true)
    expect((await readPayment(paymentId)).linkState).toBe('cancelled')
    expect(await faultsOfLedger(school)).toEqual([])
  })

  it('refuses payment when it has ended, or is undecided in a hostel no longer offered', async () => {
    const { school, room, student, place, own } = await makePlace()
    const guard = async () => roomPaymentGuard(await own())
    expect(await guard()).toBeNull()
    await execute('UPDATE hostels SET is_active = 0 WHERE id = :id', { id: room.hostel.id })
    expect(await guard()).toBe('hostel-gone')
    await approveApplication(school.scope, place.publicId, null)
    expect(await guard()).toBeNull()
    await cancelOwnApplication(student.scope, place.publicId)
    expect(await guard()).toBe('over')
  })
})
