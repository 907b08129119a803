import { expect, it } from 'vitest'
import { paths } from '~/addresses/paths'
import { execute } from '~/database/database.server'
import { makeDue } from '../../../../../tests/factories/ledger'
import {
  deliverWebhook,
  faultsOfLedger,
  makePayingSchool,
  readPaid,
  readPayment,
} from '../../../../../tests/factories/paying'
import { readRows } from '../../../../../tests/factories/read'
import { makeSchool } from '../../../../../tests/factories/school'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { newFormKey, startPayment } from '../../../../../tests/factories/start-payment'
import { type MadeStudent, makeStudent } from '../../../../../tests/factories/student'
import { basketReturnUrl, guardianReceiptUrl, paymentReturnUrl, receiptUrl } from '../addresses.server'
import { declareTransfer, withdrawDeclared } from '../counter/declared-payments.server'
import { findPayment } from '../queries.server'
import { startOnlinePayment } from './start-online-payment.server'

async function world() {
  const school = await makePayingSchool(sandbox)
  const student = await makeStudent(school)
  const due = await makeDue(student, { amountPaise: 1_250_000 })
  return { school, student, due }
}

const started = async (student: MadeStudent, dueIds: string[], key?: string) =>
  (await startPayment(student.scope, dueIds, key)).publicId

it('creates one payment and one payable link for the whole balance', async () => {
  const { school, student, due } = await world()
  const paymentId = await started(student, [due.publicId])
  const payment = await findPayment(student.scope, paymentId)
  expect(payment).toMatchObject({ state: 'pending', linkState: 'open', amountPaise: due.owedPaise, receipt: null })
  expect(payment?.payUrl).toMatch(sandbox.url)
  expect(payment?.lines).toMatchObject([{ kind: 'due', state: 'open', duePublicId: due.publicId }])
  expect(await findPayment((await makeStudent(school)).scope, paymentId)).toBeNull()
})

it('returns one payment and one link for fifty identical clicks and fifty clicks with other form keys', async () => {
  const { school, student, due } = await world()
  const one = newFormKey()
  const clicks = Array.from({ length: 100 }, (_, index) =>
    started(student, [due.publicId], index < 50 ? one : newFormKey()),
  )
  expect(new Set(await Promise.all(clicks)).size).toBe(1)
  const rows = await readRows<{ linkId: string }>(
    'SELECT provider_link_id AS linkId FROM payments WHERE school_id = :id',
    { id: school.id },
  )
  expect(rows).toHaveLength(1)
  await sandbox.pay(rows[0]?.linkId ?? '')
  for (const webhook of sandbox.webhooks(school.keys.keyId)) await deliverWebhook(school, webhook)
  expect(await faultsOfLedger(school, sandbox.ledger(school.keys.keyId))).toEqual([])
  expect(await readPaid(due.publicId)).toBe(due.owedPaise)
})

const declare = (student: MadeStudent, dueIds: string[]) =>
  declareTransfer(student.scope, { dueIds, method: 'bank_transfer', reference: 'UTR 777', formKey: newFormKey() })

it('refuses a due with a declared payment that awaits confirmation, alone or among others, until it is withdrawn', async () => {
  const { school, student, due } = await world()
  const other = await makeDue(student, { amountPaise: 50_000 })
  const declared = await declare(student, [due.publicId])
  for (const dueIds of [[due.publicId], [other.publicId, due.publicId]]) {
    const refused = await startOnlinePayment(student.scope, { dueIds, formKey: newFormKey() })
    expect(refused).toEqual({ ok: false, reason: 'waiting' })
  }
  expect(sandbox.ledger(school.keys.keyId).captured).toBe(0)
  await started(student, [other.publicId])
  if (declared.ok) await withdrawDeclared(student.scope, declared.value.paymentId)
  await started(student, [due.publicId])
})

it('leaves no payable link when one tab declares a transfer while another starts an online payment', async () => {
  const { school, student, due } = await world()
  const start = () => startOnlinePayment(student.scope, { dueIds: [due.publicId], formKey: newFormKey() })
  const [, declared] = await Promise.all([start(), declare(student, [due.publicId]), start(), start()])
  expect(declared.ok).toBe(true)
  expect(await start()).toEqual({ ok: false, reason: 'waiting' })
  const open = await readRows("SELECT id FROM payments WHERE school_id = :id AND link_state = 'open'", {
    id: school.id,
  })
  expect(open).toEqual([])
})

it('first cancels the link of another selection that includes the due', async () => {
  const { student, due } = await world()
  const other = await makeDue(student, { amountPaise: 50_000 })
  const first = await started(student, [due.publicId])
  const both = await started(student, [due.publicId, other.publicId])
  expect(both).not.toBe(first)
  expect(await readPayment(first)).toMatchObject({ state: 'expired', linkState: 'cancelled' })
  await expect(sandbox.pay((await readPayment(first)).linkId)).rejects.toThrow('no longer be paid')
  expect(await findPayment(student.scope, both)).toMatchObject({ amountPaise: due.owedPaise + 50_000 })
  expect(await started(student, [other.publicId, due.publicId])).toBe(both)
})

it('settles the other link instead when it has just been paid, so that the money is not requested twice', async () => {
  const { student, due } = await world()
  const other = await makeDue(student)
  const first = await started(student, [due.publicId])
  await sandbox.pay((await readPayment(first)).linkId)
  const outcome = await startOnlinePayment(student.scope, {
    dueIds: [due.publicId, other.publicId],
    formKey: newFormKey(),
  })
  expect(outcome).toEqual({ ok: false, reason: 'already-paid' })
  expect(await readPayment(first)).toMatchObject({ state: 'paid', receipts: 1 })
})

it('keeps the payment while the provider is down, and finds the link whose answer was lost', async () => {
  const { school, student, due } = await world()
  const key = newFormKey()
  const input = { dueIds: [due.publicId], formKey: key }
  sandbox.switches.set({ failWith5xx: true }, school.keys.keyId)
  expect(await startOnlinePayment(student.scope, input)).toEqual({ ok: false, reason: 'provider-down' })
  sandbox.switches.set({ failWith5xx: false, loseAnswers: true }, school.keys.keyId)
  expect(await startOnlinePayment(student.scope, input)).toEqual({ ok: false, reason: 'provider-down' })
  sandbox.switches.set({ loseAnswers: false }, school.keys.keyId)
  // Another form a minute later: still the same reference, hence the same link.
  const paymentId = await started(student, [due.publicId])
  expect(await started(student, [due.publicId], key)).toBe(paymentId)
  const rows = await readRows('SELECT id FROM payments WHERE school_id = :id', { id: school.id })
  expect(rows).toHaveLength(1)
  expect((await findPayment(student.scope, paymentId))?.payUrl).toMatch(sandbox.url)
})

it('refuses dues of other students, paid dues, too small amounts, and a school without keys', async () => {
  const { school, student, due } = await world()
  const classmate = await makeStudent(school)
  const try1 = (dueIds: string[], who = student) => startOnlinePayment(who.scope, { dueIds, formKey: newFormKey() })
  expect(await try1([due.publicId], classmate)).toEqual({ ok: false, reason: 'not-found' })
  expect(await try1([])).toEqual({ ok: false, reason: 'not-found' })
  expect(await try1([(await makeDue(student, { amountPaise: 99 })).publicId])).toEqual({
    ok: false,
    reason: 'too-small',
  })
  const free = await makeDue(student, { amountPaise: 5000, concessionPaise: 5000 })
  expect(await try1([free.publicId])).toEqual({ ok: false, reason: 'already-paid' })
  const poor = await makeStudent(await makeSchool())
  expect(await try1([(await makeDue(poor)).publicId], poor)).toEqual({ ok: false, reason: 'not-configured' })
  const stolen = newFormKey()
  await started(student, [due.publicId], stolen)
  const theirs = await makeDue(classmate)
  const forged = await startOnlinePayment(classmate.scope, { dueIds: [theirs.publicId], formKey: stolen })
  expect(forged).toEqual({ ok: false, reason: 'not-found' })
})

it('builds return and receipt URLs that match the web pages', () => {
  expect(paymentReturnUrl('abc')).toBe(`http://localhost:3000${paths.student.paymentReturn('abc')}`)
  expect(basketReturnUrl('abc')).toBe(`http://localhost:3000${paths.guardian.paymentReturn('abc')}`)
  expect(receiptUrl('abc')).toBe(`http://localhost:3000${paths.student.receipt('abc')}`)
  expect(guardianReceiptUrl('abc')).toBe(`http://localhost:3000${paths.guardian.receipt('abc')}`)
})

async function partsAllowed(minimumPaise: number) {
  const made = await world()
  await execute(
    'UPDATE school_settings SET part_payment_allowed = 1, part_payment_minimum_paise = :minimumPaise WHERE school_id = :id',
    { minimumPaise, id: made.school.id },
  )
  const start = (paise: number, formKey = newFormKey()) =>
    startOnlinePayment(made.student.scope, {
      dueIds: [made.due.publicId],
      parts: new Map([[made.due.publicId, paise]]),
      formKey,
    })
  return { ...made, start }
}

it('accepts a part of at least the minimum where the school allows parts, and a smaller rest as a whole', async () => {
  const { school, student, due, start } = await partsAllowed(100_000)
  expect(await start(99_999)).toEqual({ ok: false, reason: 'part-too-small' })
  expect(await start(Number.NaN)).toEqual({ ok: false, reason: 'part-too-small' })
  expect(await start(due.owedPaise + 1)).toEqual({ ok: false, reason: 'part-too-large' })
  const part = await start(due.owedPaise - 30_000)
  if (!part.ok) throw new Error(part.reason)
  const again = await start(due.owedPaise - 30_000)
  expect(again).toEqual(part)
  await sandbox.pay((await readPayment(part.value.paymentId)).linkId)
  for (const webhook of [...sandbox.webhooks(school.keys.keyId)]) await deliverWebhook(school, webhook)
  expect(await readPaid(due.publicId)).toBe(due.owedPaise - 30_000)
  // The rest is below the minimum, so it can only be paid as a whole.
  expect(await start(20_000)).toEqual({ ok: false, reason: 'part-too-small' })
  const rest = await startPayment(student.scope, [due.publicId])
  expect(await findPayment(student.scope, rest.publicId)).toMatchObject({ amountPaise: 30_000 })
  expect(await faultsOfLedger(school)).toEqual([])
})

it('refuses a part where the school does not allow it, but accepts the full balance as a part', async () => {
  const { student, due } = await world()
  const start = (paise: number) =>
    startOnlinePayment(student.scope, {
      dueIds: [due.publicId],
      parts: new Map([[due.publicId, paise]]),
      formKey: newFormKey(),
    })
  expect(await start(50_000)).toEqual({ ok: false, reason: 'part-not-allowed' })
  expect((await start(due.owedPaise)).ok).toBe(true)
})

it('cancels the link for the whole due when a part is chosen instead', async () => {
  const { student, due, start } = await partsAllowed(0)
  const whole = await startPayment(student.scope, [due.publicId])
  const part = await start(40_000)
  if (!part.ok) throw new Error(part.reason)
  expect(await readPayment(whole.publicId)).toMatchObject({ state: 'expired', linkState: 'cancelled' })
  expect(await findPayment(student.scope, part.value.paymentId)).toMatchObject({
    amountPaise: 40_000,
    linkState: 'open',
  })
})
