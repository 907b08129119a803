import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { listFailed, repeatFailed } from '~/models/core/installation/failed-jobs.server'
import { type JobKind, lineOfKind } from '~/models/core/outbox/job-kinds'
import { schoolScope, systemActor, systemScope } from '~/models/core/shared/scope.server'
import { requestRefund } from '~/models/money/ledger/refunds.server'
import { makeEnrollment } from '../../tests/factories/academics'
import { makeDue } from '../../tests/factories/ledger'
import { deliverWebhook, faultsOfLedger, makePayingSchool } from '../../tests/factories/paying'
import { readRows } from '../../tests/factories/read'
import { sandbox } from '../../tests/factories/shared-sandbox'
import { expireReservation, makeOrder, makeProduct, payOrder, seenLine } from '../../tests/factories/shop'
import { newFormKey, startPayment } from '../../tests/factories/start-payment'
import { makeStudent } from '../../tests/factories/student'
import { enqueuePaymentChecks } from '../models/money/ledger/online/check-payment.server'
import { handlers } from './registry.server'

/*
 * Runs each job kind of class `money` to its end, marks it as given up (as if its worker had ended before recording the
 * outcome), and repeats it as an operator would. The second run must move no money, take no stock and write no paper.
 */

/** Rows of the school that record money, without mere request counters. */
async function books(schoolId: number) {
  const rows = (sql: string) => readRows<object>(sql, { schoolId })
  return {
    payments: await rows(
      'SELECT id, state, captured_paise, refunded_paise, link_state FROM payments WHERE school_id = :schoolId ORDER BY id',
    ),
    dues: await rows('SELECT id, state, paid_paise FROM dues WHERE school_id = :schoolId ORDER BY id'),
    refunds: await rows(
      'SELECT id, state, amount_paise, provider_refund_id FROM refunds WHERE school_id = :schoolId ORDER BY id',
    ),
    receipts: await rows('SELECT id, number, file_id FROM receipts WHERE school_id = :schoolId ORDER BY id'),
    orders: await rows('SELECT id, state, invoice_number FROM orders WHERE school_id = :schoolId ORDER BY id'),
    stock: await rows(
      'SELECT v.id, v.stock FROM product_variants v JOIN products p ON p.id = v.product_id WHERE p.school_id = :schoolId ORDER BY v.id',
    ),
    files: await rows('SELECT id FROM files WHERE school_id = :schoolId ORDER BY id'),
    mails: await rows('SELECT id, subject FROM outgoing_mail WHERE school_id = :schoolId ORDER BY id'),
  }
}

it('changes nothing when a finished money job is repeated', async () => {
  const school = await makePayingSchool(sandbox)
  const student = await makeStudent(school)
  await makeEnrollment(student)
  const due = await makeDue(student, { amountPaise: 300_000 })
  const payment = await startPayment(student.scope, [due.publicId])
  await sandbox.pay(payment.linkId)
  for (const webhook of [...sandbox.webhooks(school.keys.keyId)]) await deliverWebhook(school, webhook)
  const refund = { paymentId: payment.publicId, from: { dueId: due.publicId }, amountPaise: 100_000 } as const
  expect((await requestRefund(school.scope, { ...refund, reason: 'Left', formKey: newFormKey() })).ok).toBe(true)
  const product = await makeProduct(school, { stock: 5 })
  const [paid, late] = [
    await makeOrder(student, [seenLine(product)], 'razorpay'),
    await makeOrder(student, [seenLine(product)], 'razorpay'),
  ]
  await payOrder(school, paid, product.pricePaise)
  await expireReservation(late)
  await execute('UPDATE payments SET next_check_at = UTC_TIMESTAMP(3) WHERE school_id = :id', { id: school.id })
  await enqueuePaymentChecks(systemScope(), 1_000_000)

  const jobs = await readRows<{ id: number; kind: JobKind; payload: string }>(
    "SELECT id, kind, payload FROM jobs WHERE school_id = :id AND state = 'waiting' AND class = 'money' AND kind <> 'send-mail' ORDER BY id",
    { id: school.id },
  )
  const kinds = [...new Set(jobs.map(({ kind }) => kind))].sort()
  expect(kinds).toEqual(
    Object.keys(handlers)
      .filter((kind) => lineOfKind(kind).class === 'money')
      .sort(),
  )
  const runAll = async () => {
    for (const { kind, payload } of jobs) await handlers[kind](JSON.parse(payload), schoolScope(school.id, systemActor))
  }
  await runAll()
  const before = await books(school.id)
  const moved = sandbox.ledger(school.keys.keyId)
  await execute("UPDATE jobs SET state = 'failed', finished_at = UTC_TIMESTAMP(3) WHERE id IN (:ids)", {
    ids: jobs.map(({ id }) => id),
  })
  for (const job of await listFailed(systemScope(), { school: school.publicId })) await repeatFailed(systemScope(), job)
  await runAll()
  expect(await books(school.id)).toEqual(before)
  expect(sandbox.ledger(school.keys.keyId)).toEqual(moved)
  expect(moved).toMatchObject({ refunded: 100_000 })
  expect(await faultsOfLedger(school, moved)).toEqual([])
})
