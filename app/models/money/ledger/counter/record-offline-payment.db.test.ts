import { describe, expect, it } from 'vitest'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { makeDue } from '../../../../../tests/factories/ledger'
import {
  deliverWebhook,
  faultsOfLedger,
  makePayingSchool,
  readPaid,
  readPayment,
} from '../../../../../tests/factories/paying'
import { readRows } from '../../../../../tests/factories/read'
import { makeStaff } from '../../../../../tests/factories/school'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { newFormKey, startPayment } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { listPayments } from '../books/collections.server'
import { findPayment } from '../queries.server'
import { findReceipt } from '../receipts.server'
import { confirmTransfer, declareTransfer, refuseTransfer } from './declared-payments.server'
import { type OfflinePayment, recordOfflinePayment } from './record-offline-payment.server'
import { bounceCheque, cancelPayment } from './void-payment.server'

const today = () => todayInIndia(new Date())

async function world() {
  const school = await makePayingSchool(sandbox)
  const clerk = await makeStaff(school, { role: 'accounts' })
  const student = await makeStudent(school)
  const due = await makeDue(student)
  const cash = (change: Partial<OfflinePayment> = {}): OfflinePayment => ({
    dueIds: [due.publicId],
    method: 'cash',
    amountPaise: due.owedPaise,
    reference: null,
    remarks: null,
    paidOn: today(),
    formKey: newFormKey(),
    ...change,
  })
  return { school, clerk, student, due, cash }
}

describe('money at the office', () => {
  it('settles the dues, derives the transaction number from the receipt and records the clerk', async () => {
    const { school, clerk, student, due, cash } = await world()
    const second = await makeDue(student, { amountPaise: 40_000 })
    const recorded = await recordOfflinePayment(
      clerk.scope,
      cash({
        dueIds: [due.publicId, second.publicId],
        amountPaise: due.owedPaise + 40_000,
        method: 'cheque',
        reference: '004512',
        paidOn: addDays(today(), -3),
        meansEarlyDay: true,
      }),
    )
    if (!recorded.ok) throw new Error(recorded.reason)
    const view = await findPayment(school.scope, recorded.value.paymentId)
    expect(view).toMatchObject({ state: 'paid', method: 'cheque', reference: '004512', recordedBy: clerk.name })
    expect(view?.transactionId).toMatch(/^OFF-20\d\d-\d\d-000001$/)
    const receipt = await findReceipt(student.scope, recorded.value.receiptId)
    expect(receipt?.view.transactionId).toBe(view?.transactionId)
    expect(receipt?.view.lines).toHaveLength(2)
    expect(receipt?.view.paidAt.slice(0, 10)).toBe(addDays(today(), -3))
    expect(receipt?.view.issuedOn).toBe(today())
    expect(await faultsOfLedger(school)).toEqual([])
  })

  it('has one effect and returns one result for fifty identical submissions at once', async () => {
    const { school, clerk, due, cash } = await world()
    const form = cash()
    const answers = await Promise.all(Array.from({ length: 50 }, () => recordOfflinePayment(clerk.scope, form)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.ok).toBe(true)
    expect(await readRows('SELECT id FROM payments WHERE school_id = :id', { id: school.id })).toHaveLength(1)
    expect(await readPaid(due.publicId)).toBe(due.owedPaise)
    expect(await recordOfflinePayment(clerk.scope, cash())).toEqual({ ok: false, reason: 'already-paid' })
    expect(await faultsOfLedger(school)).toEqual([])
  })

  it('cancels an open payment link first, and refuses while the provider does not answer', async () => {
    const { school, clerk, student, due, cash } = await world()
    const online = await startPayment(student.scope, [due.publicId])
    sandbox.switches.set({ failWith5xx: true }, school.keys.keyId)
    expect(await recordOfflinePayment(clerk.scope, cash())).toEqual({ ok: false, reason: 'provider-down' })
    sandbox.switches.set({ failWith5xx: false }, school.keys.keyId)
    expect((await recordOfflinePayment(clerk.scope, cash())).ok).toBe(true)
    expect(await readPayment(online.publicId)).toMatchObject({ state: 'expired', linkState: 'cancelled' })
    await expect(sandbox.pay(online.linkId)).rejects.toThrow('no longer be paid')
    expect(await readPaid(due.publicId)).toBe(due.owedPaise)
  })

  it('refuses a payment at the counter when the student has just paid online', async () => {
    const { school, clerk, student, due, cash } = await world()
    const online = await startPayment(student.scope, [due.publicId])
    await sandbox.pay(online.linkId)
    expect(await recordOfflinePayment(clerk.scope, cash())).toEqual({ ok: false, reason: 'already-paid' })
    for (const webhook of sandbox.webhooks(school.keys.keyId)) await deliverWebhook(school, webhook)
    expect(await faultsOfLedger(school, sandbox.ledger(school.keys.keyId))).toEqual([])
  })

  it("refuses a wrong amount, a future day, another school's due and dues of two students", async () => {
    const { clerk, due, cash, school } = await world()
    const elsewhere = await world()
    const classmate = await makeDue(await makeStudent(school))
    const answers = await Promise.all([
      recordOfflinePayment(clerk.scope, cash({ amountPaise: due.owedPaise - 1 })),
      recordOfflinePayment(clerk.scope, cash({ paidOn: addDays(today(), 1) })),
      recordOfflinePayment(clerk.scope, cash({ dueIds: [elsewhere.due.publicId] })),
      recordOfflinePayment(clerk.scope, cash({ dueIds: [due.publicId, classmate.publicId] })),
      recordOfflinePayment(clerk.scope, cash({ dueIds: [] })),
    ])
    const reasons = answers.map((answer) => (answer.ok ? 'done' : answer.reason))
    expect(reasons).toEqual(['wrong-amount', 'future-date', 'not-found', 'not-found', 'not-found'])
    expect(await readPaid(due.publicId)).toBe(0)
  })
})

describe('a cheque that bounces', () => {
  it('makes the dues owed again and cancels the receipt, which keeps its number', async () => {
    const { school, clerk, student, due, cash } = await world()
    const paid = await recordOfflinePayment(clerk.scope, cash({ method: 'cheque' }))
    if (!paid.ok) throw new Error(paid.reason)
    const input = { paymentId: paid.value.paymentId, reason: 'Funds insufficient' }
    expect(await bounceCheque(clerk.scope, input)).toEqual({ ok: true })
    expect(await bounceCheque(clerk.scope, input)).toEqual({ ok: false, reason: 'not-paid' })
    expect(await readPaid(due.publicId)).toBe(0)
    expect(await findPayment(student.scope, paid.value.paymentId)).toMatchObject({
      state: 'bounced',
      receipt: { publicId: paid.value.receiptId, cancelled: true },
    })
    expect((await findReceipt(student.scope, paid.value.receiptId))?.view).toMatchObject({ cancelled: true })
    const again = await recordOfflinePayment(clerk.scope, cash())
    if (!again.ok) throw new Error(again.reason)
    const second = await findReceipt(student.scope, again.value.receiptId)
    expect(second?.view.number).toMatch(/000002$/)
    expect(await faultsOfLedger(school)).toEqual([])
  })

  it('refuses to bounce cash and payments of another school', async () => {
    const { clerk, cash } = await world()
    const other = await world()
    const paid = await recordOfflinePayment(clerk.scope, cash())
    const input = { paymentId: paid.ok ? paid.value.paymentId : '', reason: 'x' }
    expect(await bounceCheque(clerk.scope, input)).toEqual({ ok: false, reason: 'not-a-cheque' })
    expect(await bounceCheque(other.clerk.scope, input)).toEqual({ ok: false, reason: 'not-found' })
  })
})

describe('a transfer that a student declares', () => {
  const declare = async () => {
    const made = await world()
    const declared = await declareTransfer(made.student.scope, {
      dueIds: [made.due.publicId],
      method: 'bank_transfer',
      reference: 'UTR123',
      formKey: newFormKey(),
    })
    if (!declared.ok) throw new Error(declared.reason)
    return { ...made, paymentId: declared.value.paymentId }
  }

  it('settles nothing until the school has seen the money', async () => {
    const { school, clerk, due, paymentId } = await declare()
    expect(await readPaid(due.publicId)).toBe(0)
    expect(await findPayment(school.scope, paymentId)).toMatchObject({ state: 'pending', receipt: null })
    const [first, second] = await Promise.all([
      confirmTransfer(clerk.scope, { paymentId, paidOn: today() }),
      confirmTransfer(clerk.scope, { paymentId, paidOn: today() }),
    ])
    expect(first.ok).toBe(true)
    expect(second).toEqual(first)
    expect(await readPaid(due.publicId)).toBe(due.owedPaise)
    expect(await faultsOfLedger(school)).toEqual([])
  })

  it('keeps a transfer as excess when the due has since been paid otherwise', async () => {
    const { school, clerk, cash, paymentId } = await declare()
    expect((await recordOfflinePayment(clerk.scope, cash())).ok).toBe(true)
    expect((await confirmTransfer(clerk.scope, { paymentId, paidOn: today() })).ok).toBe(true)
    const view = await findPayment(school.scope, paymentId)
    expect(view?.lines.map((line) => [line.kind, line.state])).toEqual([
      ['due', 'void'],
      ['excess', 'settled'],
    ])
    expect(await faultsOfLedger(school)).toEqual([])
  })

  it('refuses a transfer once, and does not confirm it afterwards', async () => {
    const { clerk, due, paymentId } = await declare()
    expect(await refuseTransfer(clerk.scope, { paymentId, reason: 'Not in the account' })).toEqual({ ok: true })
    expect(await confirmTransfer(clerk.scope, { paymentId, paidOn: today() })).toEqual({
      ok: false,
      reason: 'not-waiting',
    })
    expect(await refuseTransfer(clerk.scope, { paymentId, reason: 'x' })).toEqual({ ok: false, reason: 'not-waiting' })
    expect(await readPaid(due.publicId)).toBe(0)
  })
})

describe('part payment at the office', () => {
  it('pays the chosen part of each due and leaves the rest owed', async () => {
    const { school, clerk, student, due, cash } = await world()
    const second = await makeDue(student, { amountPaise: 40_000, title: 'Second instalment' })
    const form = cash({
      dueIds: [due.publicId, second.publicId],
      amountPaise: due.owedPaise + 40_000,
      parts: new Map([[second.publicId, 15_000]]),
    })
    const answers = await Promise.all(Array.from({ length: 50 }, () => recordOfflinePayment(clerk.scope, form)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect([await readPaid(due.publicId), await readPaid(second.publicId)]).toEqual([due.owedPaise, 15_000])
    expect(await listPayments(school.scope)).toMatchObject({
      total: 1,
      rows: [{ amountPaise: due.owedPaise + 15_000 }],
    })
    const left = cash({ dueIds: [second.publicId], amountPaise: 25_000 })
    const recorded = await recordOfflinePayment(clerk.scope, left)
    const receipt = await findReceipt(student.scope, recorded.ok ? recorded.value.receiptId : '')
    expect(receipt?.view.lines).toMatchObject([{ amountPaise: 25_000, title: 'Second instalment' }])
    expect(await readPaid(second.publicId)).toBe(40_000)
    expect(await faultsOfLedger(school)).toEqual([])
  })

  it.each([0, -1, 0.5, Number.NaN, 1_250_001])('refuses a part of %d paise', async (paise) => {
    const { school, clerk, due, cash } = await world()
    const parts = new Map([[due.publicId, paise]])
    expect(await recordOfflinePayment(clerk.scope, cash({ parts }))).toEqual({ ok: false, reason: 'wrong-part' })
    expect(await listPayments(school.scope)).toMatchObject({ total: 0 })
  })

  it('cancels an open link of one of the dues first, and books its late capture as excess', async () => {
    const { school, clerk, student, due, cash } = await world()
    const second = await makeDue(student, { amountPaise: 40_000 })
    const online = await startPayment(student.scope, [due.publicId])
    const dueIds = [due.publicId, second.publicId]
    const recorded = await recordOfflinePayment(clerk.scope, cash({ dueIds, amountPaise: due.owedPaise + 40_000 }))
    expect(recorded.ok).toBe(true)
    expect(await readPayment(online.publicId)).toMatchObject({ state: 'expired', linkState: 'cancelled' })
    await sandbox.payLate(online.linkId)
    for (const webhook of [...sandbox.webhooks(school.keys.keyId)]) await deliverWebhook(school, webhook)
    const excess = await listPayments(school.scope, { filters: { excess: 'yes' } })
    expect(excess.rows).toMatchObject([{ publicId: online.publicId, excessPaise: due.owedPaise }])
    expect(await faultsOfLedger(school)).toEqual([])
  })
})

describe('a reused reference', () => {
  it('needs confirmation for UPI and transfers until earlier payments are cancelled, never for cheques', async () => {
    const { school, clerk, student, cash } = await world()
    const pay = async (change: Partial<OfflinePayment>) => {
      const due = await makeDue(student, { amountPaise: 1000 })
      const form = cash({ dueIds: [due.publicId], amountPaise: 1000, reference: 'UTR-77', ...change })
      return recordOfflinePayment(clerk.scope, form)
    }
    const first = await pay({ method: 'upi' })
    expect(first.ok).toBe(true)
    expect(await pay({ method: 'bank_transfer' })).toEqual({ ok: false, reason: 'reference-used' })
    expect(await pay({ method: 'bank_transfer', repeatsReference: true })).toMatchObject({ ok: true })
    expect(await pay({ method: 'cheque' })).toMatchObject({ ok: true })
    const { scope } = await makeStaff(await makePayingSchool(sandbox))
    expect(scope.schoolId).not.toBe(school.id)
    const rows = (await listPayments(school.scope, { search: 'UTR-77', filters: { state: 'paid' } })).rows
    for (const row of rows) await cancelPayment(clerk.scope, { paymentId: row.publicId, reason: 'Typed wrongly' })
    expect(await pay({ method: 'upi' })).toMatchObject({ ok: true })
  })
})

describe('cancelPayment, for a payment recorded by mistake', () => {
  it('makes the dues of a cancelled payment owed again, and cancels its receipt, which keeps its number', async () => {
    const { school, clerk, student, due, cash } = await world()
    const recorded = await recordOfflinePayment(clerk.scope, cash())
    if (!recorded.ok) throw new Error(recorded.reason)
    const { paymentId, receiptId } = recorded.value
    const cancel = () => cancelPayment(clerk.scope, { paymentId, reason: 'For his sister' })
    expect(await cancel()).toEqual({ ok: true })
    expect(await cancel()).toEqual({ ok: false, reason: 'not-paid' })
    expect(await readPaid(due.publicId)).toBe(0)
    expect(await findPayment(school.scope, paymentId)).toMatchObject({
      state: 'cancelled',
      failure: 'For his sister',
      receipt: { cancelled: true },
    })
    expect((await findReceipt(student.scope, receiptId))?.view).toMatchObject({ cancelled: true })
    expect(await listPayments(school.scope, { sums: ['collectedPaise'] })).toMatchObject({
      sums: { collectedPaise: 0 },
    })
    const again = await recordOfflinePayment(clerk.scope, cash())
    const next = await findReceipt(student.scope, again.ok ? again.value.receiptId : '')
    expect(next?.view.number).toMatch(/000002$/)
    expect(await faultsOfLedger(school)).toEqual([])
    const audited = await readRows(
      "SELECT id FROM audit_entries WHERE school_id = :id AND action = 'payment.cancelled'",
      { id: school.id },
    )
    expect(audited).toHaveLength(1)
  })

  it('refuses online money and payments of another school', async () => {
    const { school, student, due, clerk, cash } = await world()
    const online = await startPayment(student.scope, [due.publicId])
    const reason = 'A mistake'
    expect(await cancelPayment(school.scope, { paymentId: online.publicId, reason })).toMatchObject({
      reason: 'online',
    })
    const other = await makeDue(student, { amountPaise: 1000 })
    const recorded = await recordOfflinePayment(clerk.scope, cash({ dueIds: [other.publicId], amountPaise: 1000 }))
    const paymentId = recorded.ok ? recorded.value.paymentId : ''
    const stranger = await makePayingSchool(sandbox)
    expect(await cancelPayment(stranger.scope, { paymentId, reason })).toMatchObject({ reason: 'not-found' })
  })
})
