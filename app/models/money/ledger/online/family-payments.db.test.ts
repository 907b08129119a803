import { describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { guardianScope, visitorScope } from '~/models/core/shared/scope.server'
import { providerWith } from '~/services/payments/provider.server'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../../../../../tests/factories/guardians'
import { makeDue } from '../../../../../tests/factories/ledger'
import {
  callbackOf,
  deliverWebhook,
  faultsOfLedger,
  makePayingSchool,
  type PayingSchool,
  readPaid,
} from '../../../../../tests/factories/paying'
import { readRows } from '../../../../../tests/factories/read'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { newFormKey, startPayment } from '../../../../../tests/factories/start-payment'
import { type MadeStudent, makeStudent } from '../../../../../tests/factories/student'
import { listUnpaidOf } from '../books/own-dues.server'
import { readPaymentTrail } from '../books/payment-details.server'
import { findPayment } from '../queries.server'
import { requestRefund } from '../refunds.server'
import { Payment } from '../tables.server'
import { checkPayment } from './check-payment.server'
import {
  findFamilyPayment,
  findOwnerOfFamilyReceipt,
  listFamilyPayments,
  listPaidTogether,
  requestFamilyCheck,
  startFamilyPayment,
} from './family-payments.server'
import { findCarrierOwner, settleFromCallback } from './provider-news.server'
import { sendRefund } from './provider-refunds.server'
import { startOnlinePayment } from './start-online-payment.server'

async function makeParent(
  school: PayingSchool,
  children: MadeStudent[],
  { name = 'Rajesh Patel', ...facts }: Parameters<typeof makeGuardianAccount>[0] = {},
) {
  const { id: accountId } = await makeGuardianAccount({ ...facts, name, password: null })
  const guardian = await makeGuardian(school, { name, accountId })
  for (const child of children) await linkGuardian(guardian, child)
  return guardianScope(accountId, name)
}

/** Two children of a school with a due each (₹1,000.01 and ₹2,500), and a parent who may pay for both. */
async function makeFamily() {
  const school = await makePayingSchool(sandbox)
  const [elder, younger] = [await makeStudent(school), await makeStudent(school)]
  const [first, second] = [
    await makeDue(elder, { amountPaise: 100_001 }),
    await makeDue(younger, { amountPaise: 250_000 }),
  ]
  const email = `parent.${school.id}@family.test`
  const parent = await makeParent(school, [elder, younger], { email, language: 'gu' })
  return { school, elder, younger, first, second, parent, email, children: [elder.scope, younger.scope] }
}

type Family = Awaited<ReturnType<typeof makeFamily>>

async function start({ parent, children, first, second }: Family, formKey = newFormKey(), dueIds?: string[]) {
  const started = await startFamilyPayment(parent, children, {
    dueIds: dueIds ?? [first.publicId, second.publicId],
    formKey,
  })
  if (!started.ok) throw new Error(`Not started: ${started.reason}`)
  return started.value.basketId
}

const paymentsOf = (school: { id: number }) =>
  Payment.findAll({ where: { schoolId: school.id }, order: ['id'], raw: true })

const linkOf = async (school: { id: number }) =>
  (await paymentsOf(school)).findLast((one) => one.providerLinkId !== null)?.providerLinkId ?? ''

const mailsTo = (school: { id: number }, to: string) =>
  readRows<{ subject: string; text: string }>(
    'SELECT subject, body_text AS text FROM outgoing_mail WHERE school_id = :id AND to_address = :to ORDER BY id',
    { id: school.id, to },
  )

const sound = async ({ school }: Family) =>
  expect(await faultsOfLedger(school, sandbox.ledger(school.keys.keyId))).toEqual([])

describe('paying for several children', () => {
  it('makes one link for all and one payment and receipt for each child', async () => {
    const family = await makeFamily()
    const { school, parent, elder, first, second, email } = family
    const basketId = await start(family)
    const link = await linkOf(school)
    expect(sandbox.links(school.keys.keyId)).toEqual([link])
    const waiting = await findFamilyPayment(parent, basketId)
    expect(waiting).toMatchObject({ state: 'pending', amountPaise: 350_001, linkState: 'open' })
    expect(waiting?.payUrl).toContain('http')

    const { returnTo } = await sandbox.pay(link)
    expect(returnTo).toContain(`/guardians/payments/${basketId}/return`)
    const owner = await findCarrierOwner(visitorScope(), basketId)
    const settled = await settleFromCallback(elder.scope, owner?.publicId ?? '', callbackOf(returnTo))
    expect(settled).toEqual({ ok: true, value: { state: 'paid' } })
    for (const webhook of sandbox.webhooks(school.keys.keyId)) {
      expect((await deliverWebhook(school, webhook)).ok).toBe(true)
    }
    for (const { id } of await paymentsOf(school)) await checkPayment(school.scope, id)

    expect([await readPaid(first.publicId), await readPaid(second.publicId)]).toEqual([100_001, 250_000])
    const paid = await findFamilyPayment(parent, basketId)
    expect(paid?.payments.map((one) => [one.amountPaise, one.receipt !== null])).toEqual([
      [100_001, true],
      [250_000, true],
    ])
    const listed = await listFamilyPayments(parent, 1)
    expect(listed.rows).toMatchObject([{ publicId: basketId, state: 'paid', amountPaise: 350_001 }])
    // The payer gets one mail per child with the child's receipt, in the payer's language; the child gets the usual
    // mail.
    const told = await mailsTo(school, email)
    expect(told.map(({ text }) => paid?.payments.map((one) => text.includes(`${one.child}:`)))).toEqual([
      [true, false],
      [false, true],
    ])
    for (const [index, { text, subject }] of told.entries()) {
      expect(text).toContain(`/guardians/receipts/${paid?.payments[index]?.receipt?.publicId}\n`)
      expect(subject).toMatch(/[\u0a80-\u0aff]/)
    }
    const [child] = await mailsTo(school, elder.email ?? '')
    expect(child?.text).toContain('/students/receipts/')
    await sound(family)
  })

  it('shows a child its own payment only, and the office all payments made together', async () => {
    const family = await makeFamily()
    const { school, elder, younger } = family
    await start(family)
    await sandbox.pay(await linkOf(school))
    const [one, other] = await paymentsOf(school)
    await checkPayment(school.scope, one?.id ?? 0)
    const own = await findPayment(elder.scope, one?.publicId ?? '')
    expect(own).toMatchObject({ guardianName: 'Rajesh Patel', payUrl: null, amountPaise: 100_001 })
    expect(await findPayment(elder.scope, other?.publicId ?? '')).toBeNull()
    expect(await listPaidTogether(school.scope, one?.publicId ?? '')).toMatchObject([
      { publicId: other?.publicId, amountPaise: 250_000 },
    ])
    // Both payments show the provider's facts of the link that paid them.
    const trails = [one, other].map((payment) => readPaymentTrail(school.scope, payment?.publicId ?? ''))
    const [trail, otherTrail] = await Promise.all(trails)
    expect(otherTrail?.linkId).toBe(trail?.linkId)
    expect(otherTrail?.captures.map((capture) => capture.amountPaise)).toEqual([250_000])
    expect(younger.id).toBe(other?.studentId)
  })

  it('returns the earlier basket for the same form or the same dues, and one link for twelve clicks', async () => {
    const family = await makeFamily()
    const formKey = newFormKey()
    const baskets = await Promise.all(Array.from({ length: 12 }, () => start(family, formKey)))
    expect(new Set(baskets).size).toBe(1)
    expect(await start(family)).toBe(baskets[0])
    expect(sandbox.links(family.school.keys.keyId)).toHaveLength(1)
  })

  it('refuses dues that the guardian has no right to pay, of another family and of another school', async () => {
    const family = await makeFamily()
    const { school, parent, children, first, second, younger } = family
    const tried = (dueIds: string[], scopes = children) =>
      startFamilyPayment(parent, scopes, { dueIds, formKey: newFormKey() })
    const refused = { ok: false, reason: 'not-found' }
    const [stranger, elsewhere] = [await makeStudent(school), await makeFamily()]
    const strange = await makeDue(stranger)
    expect(await tried([first.publicId, strange.publicId])).toEqual(refused)
    expect(await tried([strange.publicId], [...children, stranger.scope])).toEqual(refused)
    expect(await tried([elsewhere.first.publicId], elsewhere.children)).toEqual(refused)
    expect(await tried([])).toEqual(refused)
    // The session began before the right was withdrawn.
    const link = { id: school.id, child: younger.id }
    await execute('UPDATE guardian_links SET may_pay = 0 WHERE school_id = :id AND student_id = :child', link)
    expect(await tried([first.publicId, second.publicId])).toEqual(refused)
    await execute(
      'UPDATE guardian_links SET may_pay = 1, shut_out_at = UTC_TIMESTAMP(3) WHERE school_id = :id AND student_id = :child',
      link,
    )
    expect(await tried([second.publicId])).toEqual(refused)
    expect(await paymentsOf(school)).toEqual([])
  })

  it('cancels the shared link when one due is paid alone or by the other parent, and keeps late money as excess', async () => {
    const family = await makeFamily()
    const { school, elder, first } = family
    await start(family)
    const together = await linkOf(school)
    const single = await startPayment(elder.scope, [first.publicId])
    expect((await paymentsOf(school)).map((one) => one.linkState)).toEqual(['cancelled', 'cancelled', 'open'])
    await sandbox.pay(single.linkId)
    await sandbox.payLate(together)
    for (const { id } of await paymentsOf(school)) await checkPayment(school.scope, id)
    expect(await readPaid(first.publicId)).toBe(100_001)
    const held = await readRows<{ student: number; paise: number }>(
      `SELECT p.student_id AS student, l.amount_paise AS paise FROM payment_lines l JOIN payments p ON p.id = l.payment_id
       WHERE p.school_id = :id AND l.kind = 'excess'`,
      { id: school.id },
    )
    expect(held).toEqual([{ student: elder.id, paise: 100_001 }])
    await sound(family)

    // Vice versa: a shared payment ends the link that the younger child started alone.
    const alone = await makeFamily()
    await startPayment(alone.younger.scope, [alone.second.publicId])
    await start(alone)
    expect((await paymentsOf(alone.school)).map((one) => one.linkState)).toEqual(['cancelled', 'open', 'open'])

    const other = await makeFamily()
    const mother = await makeParent(other.school, [other.elder, other.younger], { name: 'Meena Patel' })
    await start(other)
    await start({ ...other, parent: mother }, newFormKey(), [other.second.publicId])
    expect((await paymentsOf(other.school)).map((one) => one.linkState)).toEqual(['cancelled', 'cancelled', 'open'])
  })

  it("settles money that arrives after the guardian lost rights for a child, and hides the child's name", async () => {
    const family = await makeFamily()
    const { school, parent, younger, email } = family
    const basketId = await start(family)
    expect((await findFamilyPayment(parent, basketId))?.payUrl).not.toBeNull()
    await execute('UPDATE guardian_links SET may_see = 0, may_pay = 0 WHERE school_id = :id AND student_id = :child', {
      id: school.id,
      child: younger.id,
    })
    // Hides the link, because the provider's page would name the child and its fees.
    expect((await findFamilyPayment(parent, basketId))?.payUrl).toBeNull()
    await sandbox.pay(await linkOf(school))
    await execute(
      'UPDATE payments SET next_check_at = UTC_TIMESTAMP(3) + INTERVAL 1 HOUR WHERE school_id = :id AND next_check_at IS NOT NULL',
      { id: school.id },
    )
    await requestFamilyCheck(parent, basketId)
    const [carrier] = await paymentsOf(school)
    expect((carrier?.nextCheckAt?.getTime() ?? 0) - Date.now()).toBeLessThan(1000)
    await checkPayment(school.scope, carrier?.id ?? 0)
    const shown = await findFamilyPayment(parent, basketId)
    expect(shown?.payments).toMatchObject([{ state: 'paid' }, { state: 'paid', child: null, dues: [], receipt: null }])
    const receipts = await readRows<{ id: string; student: number }>(
      'SELECT public_id AS id, student_id AS student FROM receipts WHERE school_id = :id ORDER BY number',
      { id: school.id },
    )
    // The guardian's mail does not mention the hidden child either.
    expect(await mailsTo(school, email)).toHaveLength(1)
    const owners = await Promise.all(receipts.map(({ id }) => findOwnerOfFamilyReceipt(parent, id)))
    expect(owners).toEqual([{ schoolId: school.id, studentId: family.elder.id }, null])
    const stranger = await makeParent(school, [])
    expect(await findFamilyPayment(stranger, basketId)).toBeNull()
    expect((await listFamilyPayments(stranger, 1)).rows).toEqual([])
    await sound(family)
  })

  it("refunds each child's part separately, and books the provider's refund for both", async () => {
    const family = await makeFamily()
    const { school } = family
    await start(family)
    await sandbox.pay(await linkOf(school))
    const [one, other] = await paymentsOf(school)
    if (!one || !other) throw new Error('Two payments')
    await checkPayment(school.scope, one.id)
    const back = (paymentId: string, amountPaise: number) =>
      requestRefund(school.scope, { paymentId, from: 'any', amountPaise, reason: 'Left', formKey: newFormKey() })
    expect(await back(one.publicId, 100_002)).toEqual({ ok: false, reason: 'too-much' })
    // Requests equal refunds for both children. Only the second is sent, and its answer is lost: the provider's refund
    // must not be matched to the first, which is still unsent.
    const both = [await back(one.publicId, 5_000), await back(other.publicId, 5_000)]
    const send = async (refund: (typeof both)[number] | undefined) =>
      refund?.ok && sendRefund(school.scope, refund.value.refundId)
    const refunded = async () => (await paymentsOf(school)).map((payment) => payment.refundedPaise)
    sandbox.switches.set({ loseAnswersToWrites: true }, school.keys.keyId)
    await send(both[1])
    sandbox.switches.set({ loseAnswersToWrites: false }, school.keys.keyId)
    await checkPayment(school.scope, one.id)
    expect(await refunded()).toEqual([0, 5_000])
    for (const refund of both) await send(refund)
    expect(await refunded()).toEqual([5_000, 5_000])
    expect(sandbox.ledger(school.keys.keyId).refunds).toHaveLength(2)
    await sound(family)

    // The rest is refunded in the provider's dashboard, without saying for which child.
    const [captured] = sandbox.ledger(school.keys.keyId).payments
    await providerWith(school.keys).refund({
      paymentId: captured?.id ?? '',
      amountPaise: 340_001,
      idempotencyKey: newFormKey(),
    })
    await checkPayment(school.scope, one.id)
    expect((await paymentsOf(school)).map((payment) => payment.state)).toEqual(['refunded', 'refunded'])
    await sound(family)
  })

  it('accepts a part payment of a fee, but refuses one of an order, and less than a rupee for a child', async () => {
    const family = await makeFamily()
    const { school, parent, children, younger, first, second } = family
    await execute(
      'UPDATE school_settings SET part_payment_allowed = 1, part_payment_minimum_paise = 0 WHERE school_id = :id',
      { id: school.id },
    )
    const order = await makeDue(younger, { kind: 'order', amountPaise: 50_000 })
    const tried = (parts: Map<string, number>, dueIds = [first.publicId, order.publicId]) =>
      startFamilyPayment(parent, children, { dueIds, parts, formKey: newFormKey() })
    expect(await tried(new Map([[order.publicId, 10_000]]))).toEqual({ ok: false, reason: 'part-not-allowed' })
    expect(await tried(new Map([[first.publicId, 99]]))).toEqual({ ok: false, reason: 'too-small' })
    expect(await tried(new Map([[first.publicId, 30_000]]))).toMatchObject({ ok: true })
    expect((await paymentsOf(school)).map((one) => one.amountPaise)).toEqual([30_000, 50_000])
    // A payment that the younger child starts for the order alone ends the link for both children.
    expect((await startOnlinePayment(younger.scope, { dueIds: [order.publicId], formKey: newFormKey() })).ok).toBe(true)
    expect((await listUnpaidOf(children)).map((due) => due.publicId).sort()).toEqual(
      [first.publicId, second.publicId, order.publicId].sort(),
    )
  })
})
