import { describe, expect, it, vi } from 'vitest'
import { database, execute } from '~/database/database.server'
import { entriesOf } from '../../../../../tests/factories/audit'
import { makeDue } from '../../../../../tests/factories/ledger'
import {
  callbackOf,
  deliverWebhook,
  faultsOfLedger,
  type PayingSchool,
  readPaid,
  readPayment,
} from '../../../../../tests/factories/paying'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { makePaymentUnderWay, type PaymentFacts, startPayment } from '../../../../../tests/factories/start-payment'
import { listPayments } from '../books/collections.server'
import { findPayment } from '../queries.server'
import { findReceipt } from '../receipts.server'
import { checkPayment } from './check-payment.server'
import { settleFromCallback } from './provider-news.server'

const world = (...facts: PaymentFacts) => makePaymentUnderWay(sandbox, ...facts)

const webhooksOf = (school: PayingSchool, event?: string) =>
  sandbox.webhooks(school.keys.keyId).filter((one) => !event || one.event === event)

async function sound(school: PayingSchool) {
  expect(await faultsOfLedger(school, sandbox.ledger(school.keys.keyId))).toEqual([])
}

describe('a successful payment', () => {
  it('settles by the callback: pays the due, issues one complete receipt, and writes the mail, the jobs and the audit entry', async () => {
    const { school, student, due, payment } = await world(
      { firstName: 'Asha', lastName: 'Patel', fatherName: 'Rajesh Patel' },
      { amountPaise: 1_000_000, concessionPaise: 100_000, finePaise: 5000, name: 'School Fee', title: 'Quarter 1' },
    )
    const { paymentId, returnTo } = await sandbox.pay(payment.linkId)
    const settled = await settleFromCallback(student.scope, payment.publicId, callbackOf(returnTo))
    expect(settled).toEqual({ ok: true, value: { state: 'paid' } })
    expect(await readPaid(due.publicId)).toBe(905_000)
    const view = await findPayment(student.scope, payment.publicId)
    expect(view).toMatchObject({ state: 'paid', transactionId: paymentId, payUrl: null, capturedPaise: 905_000 })
    const receipt = await findReceipt(student.scope, view?.receipt?.publicId ?? '')
    expect(receipt?.view).toMatchObject({
      number: expect.stringMatching(/^20\d\d-\d\d\/000001$/),
      school: { name: school.name, email: school.email },
      student: { name: 'Asha Patel', fatherName: 'Rajesh Patel', rollNumber: '7', sectionName: 'A' },
      method: 'online',
      transactionId: paymentId,
      totalPaise: 905_000,
      lines: [
        {
          feeName: 'School Fee',
          title: 'Quarter 1',
          parts: [
            { name: 'Tuition Fee', amountPaise: 800_000 },
            { name: 'Computer Fee', amountPaise: 200_000 },
          ],
          concessionPaise: 100_000,
          finePaise: 5000,
          amountPaise: 905_000,
        },
      ],
    })
    const mail = await readRow<{ body: string }>(
      'SELECT body_text AS body FROM outgoing_mail WHERE to_address = :email',
      { email: student.email },
    )
    expect(mail?.body).toContain('₹9,050.00')
    expect(mail?.body).toContain(`/students/receipts/${receipt?.publicId}`)
    const jobs = await readRows<{ kind: string }>('SELECT kind FROM jobs WHERE school_id = :id ORDER BY kind', {
      id: school.id,
    })
    expect(jobs.map((job) => job.kind)).toEqual(['due-settled', 'make-receipt', 'send-mail'])
    const audit = await readRows<{ action: string }>('SELECT action FROM audit_entries WHERE school_id = :id', {
      id: school.id,
    })
    expect(audit).toEqual([{ action: 'payment.paid' }])
    await sound(school)
  })

  it("writes the mail in the student's language, and none without an address", async () => {
    const { student, payment } = await world({ language: 'gu' })
    const { returnTo } = await sandbox.pay(payment.linkId)
    await settleFromCallback(student.scope, payment.publicId, callbackOf(returnTo))
    const mail = await readRow<{ subject: string }>('SELECT subject FROM outgoing_mail WHERE to_address = :email', {
      email: student.email,
    })
    expect(mail?.subject).toMatch(/₹12,500\.00 ?[\u0a80-\u0aff]+/)
    const silent = await world({ email: null })
    const paid = await sandbox.pay(silent.payment.linkId)
    await settleFromCallback(silent.student.scope, silent.payment.publicId, callbackOf(paid.returnTo))
    const mails = await readRows('SELECT id FROM outgoing_mail WHERE school_id = :id', { id: silent.school.id })
    expect(mails).toEqual([])
  })

  it.each(['callback first', 'webhooks first', 'reconciler first', 'webhooks backwards', 'all at once'])(
    'settles only once even when all events are repeated: %s',
    async (order) => {
      const { school, student, payment } = await world()
      const { returnTo } = await sandbox.pay(payment.linkId)
      const { id } = await readPayment(payment.publicId)
      const callback = () => settleFromCallback(student.scope, payment.publicId, callbackOf(returnTo))
      const hooks = webhooksOf(school).map((one) => () => deliverWebhook(school, one))
      const check = () => checkPayment(school.scope, id)
      const orders: Record<string, Array<() => Promise<unknown>>> = {
        'callback first': [callback, ...hooks, check],
        'webhooks first': [...hooks, callback, check],
        'reconciler first': [check, callback, ...hooks],
        'webhooks backwards': [...hooks.toReversed(), callback, check],
      }
      const steps = orders[order]
      if (steps) for (const step of [...steps, ...steps]) await step()
      else await Promise.all([callback, check, ...hooks, callback, check, ...hooks].map((step) => step()))
      expect(await readPayment(payment.publicId)).toMatchObject({ state: 'paid', linkState: 'paid', receipts: 1 })
      await sound(school)
    },
  )

  it('handles an event with the same id once', async () => {
    const { school, payment } = await world()
    await sandbox.pay(payment.linkId)
    const [captured] = webhooksOf(school, 'payment.captured')
    if (!captured) throw new Error('No webhook')
    expect(await deliverWebhook(school, captured)).toEqual({ ok: true, value: 'applied' })
    expect(await deliverWebhook(school, captured)).toEqual({ ok: true, value: 'seen' })
  })
})

describe('money at an unusual time', () => {
  it('keeps a second capture of one link as excess, and creates only one receipt', async () => {
    const { school, due, payment } = await world()
    sandbox.switches.set({ captureTwice: true }, school.keys.keyId)
    await sandbox.pay(payment.linkId)
    for (const webhook of webhooksOf(school)) await deliverWebhook(school, webhook)
    const view = await findPayment(school.scope, payment.publicId)
    expect(view).toMatchObject({ state: 'paid', capturedPaise: 2 * due.owedPaise })
    const { id } = await readPayment(payment.publicId)
    const details = { amountPaise: due.owedPaise, method: 'online', transactionId: view?.transactionId }
    for (const action of ['payment.paid', 'payment.captured-again'])
      expect(await entriesOf(school, action)).toEqual([{ kind: 'payment', id, by: 'system', details }])
    expect(view?.lines.map((line) => [line.kind, line.amountPaise])).toEqual([
      ['due', due.owedPaise],
      ['excess', due.owedPaise],
    ])
    expect((await listPayments(school.scope)).rows[0]).toMatchObject({ excessPaise: due.owedPaise })
    expect(await readPaid(due.publicId)).toBe(due.owedPaise)
    await sound(school)
  })

  it('settles a due when the bank confirms the payment after its link has expired', async () => {
    const { school, due, payment } = await world()
    await sandbox.expire(payment.linkId)
    for (const webhook of webhooksOf(school)) await deliverWebhook(school, webhook)
    expect(await readPayment(payment.publicId)).toMatchObject({ state: 'expired', linkState: 'expired' })
    await sandbox.payLate(payment.linkId)
    for (const webhook of webhooksOf(school, 'payment.captured')) await deliverWebhook(school, webhook)
    expect(await readPayment(payment.publicId)).toMatchObject({ state: 'paid', receipts: 1 })
    expect(await readPaid(due.publicId)).toBe(due.owedPaise)
    await sound(school)
  })

  it('keeps late money as excess when undoing a promotion has deleted its due', async () => {
    const { school, due, payment } = await world()
    await sandbox.expire(payment.linkId)
    for (const webhook of webhooksOf(school)) await deliverWebhook(school, webhook)
    // Deletes the due as undoing a promotion does.
    for (const table of ['payment_lines', 'due_parts'])
      await execute(`DELETE FROM ${table} WHERE due_id = (SELECT id FROM dues WHERE public_id = :id)`, {
        id: due.publicId,
      })
    await execute('DELETE FROM dues WHERE public_id = :id', { id: due.publicId })
    await sandbox.payLate(payment.linkId)
    for (const webhook of webhooksOf(school, 'payment.captured')) await deliverWebhook(school, webhook)
    expect(await readPayment(payment.publicId)).toMatchObject({ state: 'paid', receipts: 1 })
    const lines = await readRows('SELECT kind, state FROM payment_lines WHERE school_id = :id', { id: school.id })
    expect(lines).toEqual([{ kind: 'excess', state: 'settled' }])
    await sound(school)
  })

  it('records a failed attempt, keeps the link payable, and settles the next attempt', async () => {
    const { school, student, due, payment } = await world()
    await sandbox.fail(payment.linkId)
    for (const webhook of webhooksOf(school)) await deliverWebhook(school, webhook)
    const failed = await findPayment(student.scope, payment.publicId)
    expect(failed).toMatchObject({ state: 'failed', linkState: 'open' })
    expect(failed?.payUrl).toBeTruthy()
    expect((await startPayment(student.scope, [due.publicId])).publicId).toBe(payment.publicId)
    await sandbox.pay(payment.linkId)
    for (const webhook of webhooksOf(school).toReversed()) await deliverWebhook(school, webhook)
    expect(await findPayment(student.scope, payment.publicId)).toMatchObject({ state: 'paid', failure: null })
    await sound(school)
  })

  it('keeps a late capture as excess when another payment has settled the due, and prints it on its receipt', async () => {
    const { school, student, due, payment } = await world()
    const other = await makeDue(student, { amountPaise: 70_000 })
    const second = await startPayment(student.scope, [due.publicId, other.publicId])
    const paid = await sandbox.pay(second.linkId)
    await settleFromCallback(student.scope, second.publicId, callbackOf(paid.returnTo))
    await sandbox.payLate(payment.linkId)
    await checkPayment(school.scope, (await readPayment(payment.publicId)).id)
    const view = await findPayment(school.scope, payment.publicId)
    expect(view?.lines.map((line) => [line.kind, line.state])).toEqual([
      ['due', 'void'],
      ['excess', 'settled'],
    ])
    const receipt = await findReceipt(student.scope, view?.receipt?.publicId ?? '')
    expect(receipt?.view.lines).toMatchObject([
      {
        feeName: 'Paid in excess (kept by the school for you)',
        amountPaise: due.owedPaise,
        parts: [{ name: 'School Fee – First instalment', amountPaise: due.owedPaise }],
      },
    ])
    await sound(school)
  })

  it('cancels a link when a late capture has settled one of its dues', async () => {
    const { school, student, due, payment } = await world()
    const other = await makeDue(student, { amountPaise: 70_000 })
    const second = await startPayment(student.scope, [due.publicId, other.publicId])
    const { id } = await readPayment(second.publicId)
    await execute('UPDATE payments SET next_check_at = UTC_TIMESTAMP(3) + INTERVAL 1 DAY WHERE id = :id', { id })
    await sandbox.payLate(payment.linkId)
    for (const webhook of webhooksOf(school, 'payment.captured')) await deliverWebhook(school, webhook)
    expect(await readPaid(due.publicId)).toBe(due.owedPaise)
    const soon = 'SELECT id FROM payments WHERE id = :id AND next_check_at < UTC_TIMESTAMP(3) + INTERVAL 1 HOUR'
    expect(await readRows(soon, { id })).toHaveLength(1)
    await checkPayment(school.scope, id)
    expect(await readPayment(second.publicId)).toMatchObject({ state: 'expired', linkState: 'cancelled' })
    await expect(sandbox.pay(second.linkId)).rejects.toThrow('no longer be paid')
    await sound(school)
  })
})

it('leaves the payment to the reconciler when the provider does not answer during the callback', async () => {
  const { school, student, payment } = await world()
  const { returnTo } = await sandbox.pay(payment.linkId)
  sandbox.switches.set({ failWith5xx: true }, school.keys.keyId)
  // The update that schedules the check hits a deadlock: it is retried.
  const { seen, restore } = collideOnce('INTERVAL 2 SECOND')
  const waiting = await settleFromCallback(student.scope, payment.publicId, callbackOf(returnTo))
  expect(waiting).toEqual({ ok: false, reason: 'provider-down' })
  restore()
  expect(seen).toEqual({ collided: 1, written: 1 })
  const { id } = await readPayment(payment.publicId)
  await checkPayment(school.scope, id)
  expect(await readPayment(payment.publicId)).toMatchObject({ state: 'pending' })
  sandbox.switches.set({ failWith5xx: false }, school.keys.keyId)
  await checkPayment(school.scope, id)
  expect(await readPayment(payment.publicId)).toMatchObject({ state: 'paid', receipts: 1 })
})

/** Makes the first statement containing `text` fail with a deadlock; counts the failure and later successes. */
function collideOnce(text: string) {
  const seen = { collided: 0, written: 0 }
  const real = database().query.bind(database())
  const query = vi.spyOn(database(), 'query').mockImplementation((...sent: Parameters<typeof real>) => {
    if (!String(sent[0]).includes(text)) return real(...sent)
    if (seen.collided === 0) {
      seen.collided++
      return Promise.reject(Object.assign(new Error('Deadlock found'), { errno: 1213 }))
    }
    seen.written++
    return real(...sent)
  })
  return { seen, restore: () => query.mockRestore() }
}
