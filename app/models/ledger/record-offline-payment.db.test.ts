import { afterAll, describe, expect, it, vi } from 'vitest'
import { select } from '~/database/connection.server'
import { addDays, todayInIndia } from '~/models/shared/calendar'
import { makeDue } from '../../../tests/factories/ledger'
import {
  deliverWebhook,
  faultsOfLedger,
  makePayingSchool,
  readPaid,
  readPayment,
} from '../../../tests/factories/paying'
import { makeStaff } from '../../../tests/factories/school'
import { newFormKey, startPayment } from '../../../tests/factories/start-payment'
import { makeStudent } from '../../../tests/factories/student'
import { bounceCheque } from './bounce-cheque.server'
import { confirmTransfer } from './confirm-transfer.server'
import { declareTransfer } from './declare-transfer.server'
import { findReceipt } from './find-receipt.server'
import { findPayment } from './queries.server'
import { type OfflinePayment, recordOfflinePayment } from './record-offline-payment.server'
import { refuseTransfer } from './refuse-transfer.server'

const sandbox = await vi.hoisted(async () => (await import('../../../tests/factories/sandbox')).startTestSandbox(500))
afterAll(() => sandbox.close())

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
  it('settles the dues, numbers the transaction by its receipt and says who took it', async () => {
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

  it('has one effect and one answer for fifty identical submissions at once', async () => {
    const { school, clerk, due, cash } = await world()
    const form = cash()
    const answers = await Promise.all(Array.from({ length: 50 }, () => recordOfflinePayment(clerk.scope, form)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.ok).toBe(true)
    expect(await select('SELECT id FROM payments WHERE school_id = :id', { id: school.id })).toHaveLength(1)
    expect(await readPaid(due.publicId)).toBe(due.owedPaise)
    expect(await recordOfflinePayment(clerk.scope, cash())).toEqual({ ok: false, reason: 'already-paid' })
    expect(await faultsOfLedger(school)).toEqual([])
  }, 30_000)

  it('cancels an open payment link first, and refuses while the provider does not say', async () => {
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

  it('finds at the counter that the student has paid online a moment ago', async () => {
    const { school, clerk, student, due, cash } = await world()
    const online = await startPayment(student.scope, [due.publicId])
    await sandbox.pay(online.linkId)
    expect(await recordOfflinePayment(clerk.scope, cash())).toEqual({ ok: false, reason: 'already-paid' })
    for (const webhook of sandbox.webhooks(school.keys.keyId)) await deliverWebhook(school, webhook)
    expect(await faultsOfLedger(school, sandbox.ledger(school.keys.keyId))).toEqual([])
  })

  it('refuses a wrong amount, a day to come, another school’s due and dues of two students', async () => {
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

  it('is refused for cash and for another school', async () => {
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

  it('is kept as excess when the due was paid otherwise meanwhile', async () => {
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

  it('may be refused once, and then not be confirmed', async () => {
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
