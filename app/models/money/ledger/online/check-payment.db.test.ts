import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { run as dueSettled } from '~/jobs/due-settled.server'
import { handlers } from '~/jobs/registry.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { makeDue } from '../../../../../tests/factories/ledger'
import { faultsOfLedger, makePayingSchool, readPaid, readPayment } from '../../../../../tests/factories/paying'
import { readRow } from '../../../../../tests/factories/read'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { newFormKey, startPayment } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { findDueSource } from '../dues.server'
import { findPayment } from '../queries.server'
import { Payment } from '../tables.server'
import { checkPayment, enqueuePaymentChecks } from './check-payment.server'
import { startOnlinePayment } from './start-online-payment.server'

async function world() {
  const school = await makePayingSchool(sandbox)
  const student = await makeStudent(school)
  const due = await makeDue(student)
  return { school, student, due }
}

const checkOf = (id: number) =>
  readRow<{ checks: number; seconds: number | null }>(
    `SELECT checks, CAST(ROUND(TIMESTAMPDIFF(MICROSECOND, updated_at, next_check_at) / 1000000) AS SIGNED) AS seconds
     FROM payments WHERE id = :id`,
    { id },
  )

/** A payment whose link was requested while the provider did not answer. */
async function unanswered(switches: Parameters<typeof sandbox.switches.set>[0]) {
  const made = await world()
  sandbox.switches.set(switches, made.school.keys.keyId)
  await startOnlinePayment(made.student.scope, { dueIds: [made.due.publicId], formKey: newFormKey() })
  sandbox.switches.set({ failWith5xx: false, loseAnswers: false }, made.school.keys.keyId)
  const payment = await Payment.findOne({ where: { schoolId: made.school.id }, raw: true })
  if (!payment) throw new Error('The payment is kept')
  return { ...made, payment }
}

it(`finds a payment link although the provider's answer to its creation was lost`, async () => {
  const { school, student, payment } = await unanswered({ loseAnswers: true })
  await checkPayment(school.scope, payment.id)
  expect((await findPayment(student.scope, payment.publicId))?.payUrl).toMatch(sandbox.url)
})

it('frees the due an hour after requesting a payment link that the provider never created', async () => {
  const { school, student, due, payment } = await unanswered({ failWith5xx: true })
  await checkPayment(school.scope, payment.id)
  expect(await readPayment(payment.publicId)).toMatchObject({ state: 'created' })
  await execute('UPDATE payments SET created_at = created_at - INTERVAL 61 MINUTE WHERE id = :id', { id: payment.id })
  await checkPayment(school.scope, payment.id)
  expect(await readPayment(payment.publicId)).toMatchObject({ state: 'expired' })
  expect((await startPayment(student.scope, [due.publicId])).publicId).not.toBe(payment.publicId)
})

it('checks an open payment less and less often, and a paid one only a few more times', async () => {
  const { school, student, due } = await world()
  const payment = await startPayment(student.scope, [due.publicId])
  const { id } = await readPayment(payment.publicId)
  const pauses: number[] = []
  for (let check = 0; check < 4; check++) {
    await checkPayment(school.scope, id)
    pauses.push((await checkOf(id))?.seconds ?? 0)
  }
  expect(pauses).toEqual([2, 5, 10, 30])
  await sandbox.pay(payment.linkId)
  await checkPayment(school.scope, id)
  expect(await readPaid(due.publicId)).toBe(due.owedPaise)
  for (let check = 0; check < 4; check++) await checkPayment(school.scope, id)
  expect((await checkOf(id))?.seconds).toBeNull()
  expect(await faultsOfLedger(school, sandbox.ledger(school.keys.keyId))).toEqual([])
})

it('enqueues one job for a payment whose check is due, and the job settles the payment', async () => {
  const { school, student, due } = await world()
  const payment = await startPayment(student.scope, [due.publicId])
  await sandbox.pay(payment.linkId)
  const { id } = await readPayment(payment.publicId)
  // Makes this payment the one that has waited longest, so that this call finds it and leaves the payments of other
  // tests alone.
  await execute('UPDATE payments SET next_check_at = "2001-01-01" WHERE id = :id', { id })
  await enqueuePaymentChecks(systemScope(), 1)
  const job = await readRow<{ payload: string }>('SELECT payload FROM jobs WHERE unique_key = :key', {
    key: `reconcile:${id}`,
  })
  expect((await checkOf(id))?.seconds).toBeGreaterThan(500)
  await handlers['reconcile-payment'](JSON.parse(job?.payload ?? '{}'), school.scope)
  expect(await readPaid(due.publicId)).toBe(due.owedPaise)
  expect(await findDueSource(school.scope, due.id)).toMatchObject({ kind: 'fee', studentId: student.id, settled: true })
  await expect(dueSettled({ dueId: due.id }, school.scope)).resolves.toBeUndefined()
})
