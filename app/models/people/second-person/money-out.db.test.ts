import { describe, expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { readProof } from '~/models/money/ledger/books/payment-details.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { cancelPayment } from '~/models/money/ledger/counter/void-payment.server'
import { type RequestRefund, requestRefund, requestRefundStep } from '~/models/money/ledger/refunds.server'
import { agreeToRequest } from '~/routes/school+/_shell+/second-person+/__acts.server'
import { entriesOf } from '../../../../tests/factories/audit'
import { makeDue } from '../../../../tests/factories/ledger'
import { readRow, readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { backdateRequest, lastRequest, makeTwoOwners, paidOutPaise } from '../../../../tests/factories/second-person'
import { newFormKey } from '../../../../tests/factories/start-payment'
import { type MadeStudent, makeStudent } from '../../../../tests/factories/student'
import {
  agree,
  type Doing,
  findRequest,
  isRefundChecked,
  lapse,
  listRequests,
  refuseRequest,
  withdrawRequest,
} from './requests.server'

/** School with two owners that requires a second person above ₹1,000. */
async function makeOffice() {
  const school = await makeSchool()
  return { school, student: await makeStudent(school), ...(await makeTwoOwners(school)) }
}

type Office = Awaited<ReturnType<typeof makeOffice>>

const waitingFor = async ({ school }: Office, paymentId: string) => (await readProof(school.scope, paymentId)).requests

async function pay({ asker }: Office, student: MadeStudent, amountPaise: number): Promise<string> {
  const due = await makeDue(student, { amountPaise })
  const booked = await recordOfflinePayment(asker.scope, {
    dueIds: [due.publicId],
    method: 'cash',
    amountPaise,
    reference: null,
    remarks: null,
    paidOn: todayInIndia(new Date()),
    formKey: newFormKey(),
  })
  if (!booked.ok) throw new Error(booked.reason)
  return booked.value.paymentId
}

const cash = (paymentId: string, amountPaise: number) => ({
  paymentId,
  amountPaise,
  from: 'any' as const,
  reason: 'Left',
  givenBy: 'cash' as const,
  formKey: newFormKey(),
})

const refundOf = ({ asker }: Office, paymentId: string, amountPaise: number) =>
  requestRefund(asker.scope, cash(paymentId, amountPaise))

async function waitingRefund(office: Office, amountPaise = 2000_00) {
  const paymentId = await pay(office, office.student, amountPaise)
  const asked = await refundOf(office, paymentId, amountPaise)
  if (asked.ok || asked.reason !== 'waits') throw new Error('It does not wait')
  return { paymentId, requestId: asked.requestId }
}

const everything = { search: '', sort: 'asked', descending: false, page: 1, filters: { state: '', kind: '' } } as const

describe('moneyOut', () => {
  it('requires a second person when several refunds of one payment exceed the limit together, even on different days', async () => {
    const office = await makeOffice()
    const paymentId = await pay(office, office.student, 3000_00)
    expect(await refundOf(office, paymentId, 600_00)).toMatchObject({ ok: true })
    await execute('UPDATE payment_lines SET created_at = created_at - INTERVAL 3 DAY WHERE school_id = :id', {
      id: office.school.id,
    })
    expect(await refundOf(office, paymentId, 400_01)).toMatchObject({ reason: 'waits' })
    expect(await refundOf(office, paymentId, 400_00)).toMatchObject({ ok: true })
    expect(await paidOutPaise(office.school)).toBe(1000_00)
  })

  it('adds up the refunds and cancelled payments of one student on one day, but not those of other students or days', async () => {
    const office = await makeOffice()
    const [first, second, third] = [
      await pay(office, office.student, 700_00),
      await pay(office, office.student, 700_00),
      await pay(office, office.student, 700_00),
    ]
    const elsewhere = await pay(office, await makeStudent(office.school), 700_00)
    expect(await refundOf(office, first, 700_00)).toMatchObject({ ok: true })
    expect(await cancelPayment(office.asker.scope, { paymentId: second, reason: 'Twice' })).toMatchObject({
      reason: 'waits',
    })
    expect(await refundOf(office, elsewhere, 700_00)).toMatchObject({ ok: true })
    await execute('UPDATE payment_lines SET created_at = created_at - INTERVAL 1 DAY WHERE school_id = :id', {
      id: office.school.id,
    })
    expect(await refundOf(office, third, 700_00)).toMatchObject({ ok: true })
  })

  it('pays out only one of two concurrent refunds that exceed the limit together', async () => {
    const office = await makeOffice()
    const ids = [await pay(office, office.student, 600_00), await pay(office, office.student, 600_00)]
    const answers = await Promise.all(ids.map((id) => refundOf(office, id, 600_00)))
    expect(answers.filter((one) => one.ok)).toHaveLength(1)
    expect(await paidOutPaise(office.school)).toBe(600_00)
  })

  it('requires no second person when the school has not enabled it', async () => {
    const school = await makeSchool()
    const office = { school, student: await makeStudent(school), ...(await makeTwoOwners(school, null)) }
    expect(await refundOf(office, await pay(office, office.student, 90_000_00), 90_000_00)).toMatchObject({ ok: true })
  })

  it('refuses impossible actions before requesting a second person', async () => {
    const office = await makeOffice()
    const paymentId = await pay(office, office.student, 2000_00)
    expect(await refundOf(office, paymentId, 2000_01)).toMatchObject({ reason: 'too-much' })
    expect(await lastRequest(office.school)).toBeNull()
  })

  it('throws when code pays money out outside moneyOut', async () => {
    const office = await makeOffice()
    const paymentId = await pay(office, office.student, 100_00)
    const past = inTransaction(() => requestRefundStep(office.asker.scope, cash(paymentId, 100_00)))
    await expect(past).rejects.toThrow('Money can be paid out only within moneyOut')
    expect(await paidOutPaise(office.school)).toBe(0)
  })

  it('keeps one request per subject, and returns the first one when another amount is requested', async () => {
    const office = await makeOffice()
    const paymentId = await pay(office, office.student, 3000_00)
    const first = await refundOf(office, paymentId, 2000_00)
    const other = await refundOf(office, paymentId, 2500_00)
    expect(first).toMatchObject({ reason: 'waits', isOther: false })
    expect(other).toEqual({ ...first, isOther: true })
    expect(await lastRequest(office.school)).toMatchObject({ amountPaise: 2000_00 })
  })
})

describe('a request for a second person’s approval', () => {
  it('runs in the name of the requester, is audited under the second person’s name, and notifies the owners', async () => {
    const office = await makeOffice()
    const { requestId, paymentId } = await waitingRefund(office)
    const mails = await readRows<{ to: string; subject: string }>(
      'SELECT to_address AS `to`, subject FROM outgoing_mail WHERE school_id = :id AND subject LIKE :of ORDER BY id',
      { id: office.school.id, of: 'Refund of a payment%' },
    )
    expect(mails.map(({ to }) => to)).toEqual([office.asker.email, office.second.email])
    expect(await waitingFor(office, paymentId)).toMatchObject([{ publicId: requestId, kind: 'refund' }])
    expect(await isRefundChecked(office.student.scope, paymentId)).toBe(true)
    expect(await isRefundChecked((await makeStudent(office.school)).scope, paymentId)).toBe(false)
    expect(await agreeToRequest(office.second.scope, requestId)).toEqual({ ok: true })
    const answer = await readRow<{ to: string }>(
      'SELECT to_address AS `to` FROM outgoing_mail WHERE school_id = :id AND subject LIKE :of',
      { id: office.school.id, of: '%your request was agreed to%' },
    )
    expect(answer?.to).toBe(office.asker.email)
    const [refund] = await readRows<{ by: number }>('SELECT requested_by AS `by` FROM refunds WHERE school_id = :id', {
      id: office.school.id,
    })
    expect(refund?.by).toBe(office.asker.id)
    const log = await readRows<{ action: string; actor: string }>(
      `SELECT action, actor_name AS actor FROM audit_entries WHERE school_id = :id AND action LIKE 'second-person.%' ORDER BY id`,
      { id: office.school.id },
    )
    expect(log).toEqual([
      { action: 'second-person.limit-saved', actor: office.asker.name },
      { action: 'second-person.asked', actor: office.asker.name },
      { action: 'second-person.agreed', actor: office.second.name },
    ])
    expect(await waitingFor(office, paymentId)).toEqual([])
    expect(await isRefundChecked(office.student.scope, paymentId)).toBe(false)
    const { rows } = await listRequests(office.school.scope, everything)
    expect(rows).toMatchObject([{ state: 'done', decidedByName: office.second.name, amountPaise: 2000_00 }])
  })

  it('runs once when two people approve it concurrently, and refuses the second because the request has ended', async () => {
    const office = await makeOffice()
    const { requestId } = await waitingRefund(office)
    let openGate = () => {}
    const bothHere = new Promise<void>((resolve) => {
      openGate = resolve
    })
    let here = 0
    // Both approvals find the request waiting before either carries it out.
    const doing: Doing = async (scope, _kind, _subject, payload) => {
      here += 1
      if (here === 2) openGate()
      await bothHere
      return requestRefund(scope, payload as RequestRefund)
    }
    const both = await Promise.all([office.second, office.accounts].map(({ scope }) => agree(scope, requestId, doing)))
    expect(both).toContainEqual({ ok: true })
    expect(both).toContainEqual({ ok: false, reason: 'over' })
    expect(await entriesOf(office.school, 'second-person.agreed')).toHaveLength(1)
    expect(await paidOutPaise(office.school)).toBe(2000_00)
  })

  it('is reported as ended to the slower of two colleagues who agree, even if nothing is left to do', async () => {
    const office = await makeOffice()
    const { requestId } = await waitingRefund(office)
    const refund: Doing = (scope, _kind, _subject, payload) => requestRefund(scope, payload as RequestRefund)
    const late: Doing = async () => {
      expect(await agree(office.accounts.scope, requestId, refund)).toEqual({ ok: true })
      return { ok: true }
    }
    expect(await agree(office.second.scope, requestId, late)).toEqual({ ok: false, reason: 'over' })
    expect(await lastRequest(office.school)).toMatchObject({ state: 'done' })
    expect(await paidOutPaise(office.school)).toBe(2000_00)
  })

  it('pays nothing when another colleague refuses it during its execution', async () => {
    const office = await makeOffice()
    const { requestId } = await waitingRefund(office)
    const afterRefusal: Doing = async (scope, _kind, _subject, payload) => {
      expect(await refuseRequest(office.accounts.scope, requestId, 'The family stays')).toEqual({ ok: true })
      return requestRefund(scope, payload as RequestRefund)
    }
    expect(await agree(office.second.scope, requestId, afterRefusal)).toEqual({ ok: false, reason: 'over' })
    expect(await lastRequest(office.school)).toMatchObject({ state: 'refused' })
    expect(await paidOutPaise(office.school)).toBe(0)
  })

  it('stores its payload encrypted, and deletes the payload once the request is decided', async () => {
    const office = await makeOffice()
    const { requestId } = await waitingRefund(office)
    expect((await lastRequest(office.school))?.payload).toMatch(/^"v1\.[\w-]+"$/)
    expect(await findRequest(office.school.scope, requestId)).toMatchObject({ payload: { reason: 'Left' } })
    expect(await refuseRequest(office.second.scope, requestId, 'The family has not left')).toEqual({ ok: true })
    expect(await findRequest(office.school.scope, requestId)).toMatchObject({
      state: 'refused',
      payload: null,
      note: 'The family has not left',
    })
    expect(await paidOutPaise(office.school)).toBe(0)
    expect(await agreeToRequest(office.second.scope, requestId)).toEqual({ ok: false, reason: 'over' })
    expect(await entriesOf(office.school, 'second-person.refused')).toHaveLength(1)
  })

  it('lets only its requester withdraw it, and accepts a new request then', async () => {
    const office = await makeOffice()
    const { requestId, paymentId } = await waitingRefund(office)
    expect(await withdrawRequest(office.second.scope, requestId)).toEqual({ ok: false, reason: 'not-own' })
    expect(await refuseRequest(office.asker.scope, requestId, 'Mine')).toEqual({ ok: false, reason: 'same-person' })
    expect(await withdrawRequest(office.asker.scope, requestId)).toEqual({ ok: true })
    expect(await withdrawRequest(office.asker.scope, requestId)).toEqual({ ok: false, reason: 'over' })
    expect(await refundOf(office, paymentId, 1500_00)).toMatchObject({ reason: 'waits', isOther: false })
    expect(await entriesOf(office.school, 'second-person.withdrawn')).toHaveLength(1)
  })

  it('lapses after seven days, even if the worker is late', async () => {
    const office = await makeOffice()
    const { requestId, paymentId } = await waitingRefund(office)
    const row = await findRequest(office.school.scope, requestId)
    await lapse(office.school.scope, row?.id ?? 0)
    expect(await lastRequest(office.school)).toMatchObject({ state: 'waiting' })
    await backdateRequest(office.school, 7)
    expect(await agreeToRequest(office.second.scope, requestId)).toEqual({ ok: false, reason: 'over' })
    expect(await refuseRequest(office.second.scope, requestId, 'Late')).toEqual({ ok: false, reason: 'over' })
    expect(await waitingFor(office, paymentId)).toEqual([])
    expect(await refundOf(office, paymentId, 2000_00)).toMatchObject({ reason: 'waits', isOther: false })
    await backdateRequest(office.school, 7)
    const next = await lastRequest(office.school)
    const again = await findRequest(office.school.scope, next?.publicId ?? '')
    await lapse(office.school.scope, again?.id ?? 0)
    expect(await lastRequest(office.school)).toMatchObject({ state: 'lapsed', payload: null })
    const entries = await entriesOf(office.school, 'second-person.lapsed')
    expect(entries.map(({ by }) => by)).toEqual(['system', 'system'])
    expect(await paidOutPaise(office.school)).toBe(0)
  })

  it('ends with an explanation when it can no longer be carried out', async () => {
    const office = await makeOffice()
    const { requestId, paymentId } = await waitingRefund(office, 2000_00)
    expect(await refundOf(office, paymentId, 900_00)).toMatchObject({ ok: true })
    expect(await agreeToRequest(office.second.scope, requestId)).toEqual({
      ok: false,
      reason: 'not-done',
      because: 'too-much',
    })
    expect(await findRequest(office.school.scope, requestId)).toMatchObject({ state: 'failed', note: 'too-much' })
    expect(await paidOutPaise(office.school)).toBe(900_00)
  })

  it('fails, and pays nothing more, when its form has already been used for a smaller amount', async () => {
    const office = await makeOffice()
    const paymentId = await pay(office, office.student, 2000_00)
    const form = cash(paymentId, 2000_00)
    const asked = await requestRefund(office.asker.scope, form)
    if (asked.ok || asked.reason !== 'waits') throw new Error('It does not wait')
    expect(await requestRefund(office.asker.scope, { ...form, amountPaise: 100_00 })).toMatchObject({ ok: true })
    expect(await agreeToRequest(office.second.scope, asked.requestId)).toMatchObject({
      reason: 'not-done',
      because: 'changed',
    })
    expect(await lastRequest(office.school)).toMatchObject({ state: 'failed' })
    expect(await entriesOf(office.school, 'second-person.agreed')).toEqual([])
    expect(await paidOutPaise(office.school)).toBe(100_00)
  })

  it('fails when it would pay out more than the approved amount', async () => {
    const office = await makeOffice()
    const { requestId } = await waitingRefund(office, 2000_00)
    await execute('UPDATE second_person_requests SET amount_paise = 199999 WHERE public_id = :requestId', { requestId })
    expect(await agreeToRequest(office.second.scope, requestId)).toMatchObject({ because: 'more-than-agreed' })
    expect(await paidOutPaise(office.school)).toBe(0)
  })

  it('is not carried out when its requester has lost the right', async () => {
    const office = await makeOffice()
    const { requestId } = await waitingRefund(office)
    await execute("UPDATE staff_users SET status = 'inactive' WHERE id = :id", { id: office.asker.id })
    expect(await agreeToRequest(office.second.scope, requestId)).toEqual({ ok: false, reason: 'asker-gone' })
    expect(await paidOutPaise(office.school)).toBe(0)
  })

  it('is invisible to another school', async () => {
    const office = await makeOffice()
    const { requestId } = await waitingRefund(office)
    const other = await makeStaff(await makeSchool())
    const answers = [
      await agreeToRequest(other.scope, requestId),
      await refuseRequest(other.scope, requestId, 'No'),
      await withdrawRequest(other.scope, requestId),
    ]
    expect(answers).toEqual(answers.map(() => ({ ok: false, reason: 'not-found' })))
  })
})
