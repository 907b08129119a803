import fc from 'fast-check'
import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { type GuardianScope, guardianScope, type SchoolScope } from '~/models/core/shared/scope.server'
import { providerWith } from '~/services/payments/provider.server'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../../../../../tests/factories/guardians'
import { makeDue } from '../../../../../tests/factories/ledger'
import {
  callbackOf,
  deliverWebhook,
  faultsOfLedger,
  makePayingSchool,
  type PayingSchool,
} from '../../../../../tests/factories/paying'
import { readRows } from '../../../../../tests/factories/read'
import { type MadeStaff, makeStaff } from '../../../../../tests/factories/school'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { type MadeStudent, makeStudent } from '../../../../../tests/factories/student'
import { isDeep, seed } from '../../../../../tests/setup/rotation'
import { hourMs } from '../../../../../tests/setup/slowness'
import { steadily } from '../../../../../tests/setup/steadily'
import { listPayments } from '../books/collections.server'
import { checkPayment } from '../online/check-payment.server'
import { startFamilyPayment } from '../online/family-payments.server'
import { settleFromCallback } from '../online/provider-news.server'
import { sendRefund } from '../online/provider-refunds.server'
import { startOnlinePayment } from '../online/start-online-payment.server'
import { requestRefund } from '../refunds.server'
import { dueBalance } from '../rules'
import { CashClosing, Due, Payment, PaymentLine, Refund } from '../tables.server'
import { cashInHand, closeCash } from './cash-closings.server'
import { spendCredit } from './credit.server'
import { confirmTransfer, declareTransfer, refuseTransfer, withdrawDeclared } from './declared-payments.server'
import { findPayerWithDues } from './find-payers.server'
import { recordOfflinePayment } from './record-offline-payment.server'
import { bounceCheque, cancelPayment } from './void-payment.server'

/*
 * Plays random schedules of payments, refunds and corrections against one school: the steps of a round run concurrently,
 * and afterwards the ledger must agree with the provider to the paisa (`expectAgreement`).
 */

/** Number of random schedules. Run more with SCHEDULES=500 npx vitest run … -t 'in any order of events' */
const scheduleCount = Number(process.env.SCHEDULES ?? (isDeep ? 45 : 22))
/**
 * Number of random schedules of a family. The full proof (docs/reliability.md): FAMILY_SCHEDULES=10000 npx vitest run …
 * -t 'of a family'
 */
const familySchedules = Number(process.env.FAMILY_SCHEDULES ?? (isDeep ? 30 : 15))

/**
 * A step that may happen at any time. `randomNumber` picks the due, payment or amount; `both`: two clerks do it at the
 * same moment.
 */
interface Step {
  action: (typeof actions)[number]
  randomNumber: number
  both?: boolean
}

const actions = [
  'start',
  'start several',
  'start a part',
  'start together',
  'start together',
  'start parts together',
  'turn a right',
  'pay',
  'pay twice',
  'fail',
  'expire',
  'pay late',
  'callback',
  'tampered callback',
  'webhook',
  'tampered webhook',
  'reconcile',
  'pay at the office',
  'pay several at the office',
  'pay ahead',
  'use the credit',
  'use the credit',
  'declare',
  'confirm',
  'refuse',
  'confirm or take back',
  'close the cash',
  'bounce',
  'mistake',
  'refund',
  'refund the excess',
  'refund alike',
  'send refund',
  'refund in the dashboard',
  'provider down',
  'answers lost',
  'provider well',
] as const

/** Steps of the office: two clerks may do the same at once. */
const ofTheOffice: ReadonlySet<Step['action']> = new Set([
  ...(['pay at the office', 'pay several at the office', 'pay ahead', 'use the credit', 'confirm', 'refuse'] as const),
  ...(['close the cash', 'bounce', 'mistake', 'refund', 'refund the excess', 'send refund'] as const),
])

/**
 * Two children and both parents, each with an account: any of the four may start paying the same dues at the same
 * moment.
 */
class LedgerWorld {
  creditsUsed = 0
  confirmed = 0
  returns: Array<{ payment: Payment; returnTo: string | null }> = []
  constructor(
    readonly school: PayingSchool,
    readonly students: MadeStudent[],
    readonly guardians: GuardianScope[],
    /** Student of each due. */
    readonly dues: ReadonlyMap<string, MadeStudent>,
    readonly clerks: readonly MadeStaff[],
  ) {}

  static async make(): Promise<LedgerWorld> {
    const school = await makePayingSchool(sandbox)
    await execute(
      'UPDATE school_settings SET part_payment_allowed = 1, part_payment_minimum_paise = 5000 WHERE school_id = :id',
      { id: school.id },
    )
    const [elder, younger] = [await makeStudent(school), await makeStudent(school)]
    const dues = new Map([
      [(await makeDue(elder, { amountPaise: 100_001, finePaise: 333 })).publicId, elder],
      [(await makeDue(elder, { amountPaise: 250_000, concessionPaise: 49_999 })).publicId, elder],
      [(await makeDue(elder, { amountPaise: 70_007 })).publicId, elder],
      [(await makeDue(younger, { amountPaise: 100_001 })).publicId, younger],
      [(await makeDue(younger, { amountPaise: 33_333, finePaise: 1 })).publicId, younger],
    ])
    const guardians: GuardianScope[] = []
    for (const name of ['Rajesh Patel', 'Meena Patel']) {
      const { id: accountId } = await makeGuardianAccount({ name, password: null })
      const guardian = await makeGuardian(school, { name, accountId })
      for (const child of [elder, younger]) await linkGuardian(guardian, child)
      guardians.push(guardianScope(accountId, name))
    }
    const clerks = [await makeStaff(school), await makeStaff(school, { role: 'accounts' })]
    return new LedgerWorld(school, [elder, younger], guardians, dues, clerks)
  }

  payments() {
    return Payment.findAll({ where: { schoolId: this.school.id }, order: ['id'], raw: true })
  }

  /** Picks any of these dues, possibly none. */
  some(randomNumber: number, of = [...this.dues.keys()]): string[] {
    return of.filter((_, index) => (randomNumber >> index) % 2)
  }

  duesOf(student: MadeStudent): string[] {
    return [...this.dues].flatMap(([id, owner]) => (owner === student ? [id] : []))
  }

  /** First payment of the basket, which holds the link. */
  async carrierOf(payment: Payment | undefined): Promise<Payment | undefined> {
    if (!payment?.basketId) return payment
    return (await this.payments()).find((one) => one.basketId === payment.basketId)
  }

  switch(changes: Parameters<typeof sandbox.switches.set>[0]) {
    sandbox.switches.set(changes, this.school.keys.keyId)
  }

  async act({ action, randomNumber, both }: Step): Promise<void> {
    const by = both && ofTheOffice.has(action) ? this.clerks : [this.clerks[(randomNumber >> 2) % 2] as MadeStaff]
    await Promise.all(by.map((clerk) => this.actBy(clerk, action, randomNumber)))
  }

  async actBy({ scope: office }: MadeStaff, action: Step['action'], randomNumber: number): Promise<void> {
    const pick = <T>(list: readonly T[]): T | undefined => list[randomNumber % Math.max(1, list.length)]
    const { school } = this
    const student = pick(this.students) as MadeStudent
    const dueIds = this.duesOf(student)
    const payment = pick(await this.payments())
    const carrier = await this.carrierOf(payment)
    const link = carrier?.providerLinkId ?? ''
    // Some of these parts are below the minimum or above the balance, and are refused.
    const parts = new Map(
      [...this.dues.keys()].map((id, index) => [id, 2_000 + 131 * ((randomNumber * (index + 3)) % 900)]),
    )
    // The payer may meet a closed link, as in production; the sandbox throws then.
    const atTheProvider = async (act: () => Promise<{ paymentId: string; returnTo?: string | null }>) => {
      const done = await act().catch(() => null)
      if (done && carrier) this.returns.push({ payment: carrier, returnTo: done.returnTo ?? null })
    }
    if (action === 'start' || action === 'start several') {
      const asked = action === 'start' ? [pick(dueIds) ?? ''] : this.some(randomNumber, dueIds)
      await startOnlinePayment(student.scope, { dueIds: asked, formKey: newFormKey() })
    } else if (action === 'start a part') {
      await startOnlinePayment(student.scope, { dueIds: this.some(randomNumber, dueIds), parts, formKey: newFormKey() })
    } else if (action === 'start together' || action === 'start parts together') {
      const guardian = this.guardians[(randomNumber >> 5) % 2] as GuardianScope
      await startFamilyPayment(
        guardian,
        this.students.map(({ scope }) => scope),
        { dueIds: this.some(randomNumber), formKey: newFormKey(), ...(action === 'start together' ? {} : { parts }) },
      )
    } else if (action === 'turn a right') {
      await execute(
        `UPDATE guardian_links SET may_pay = IF(may_pay = 1, 0, 1) WHERE school_id = :id AND student_id = :studentId LIMIT 1`,
        { id: school.id, studentId: student.id },
      )
    } else if (action === 'pay') await atTheProvider(() => sandbox.pay(link))
    else if (action === 'pay twice') {
      this.switch({ captureTwice: true })
      await atTheProvider(() => sandbox.pay(link))
      this.switch({ captureTwice: false })
    } else if (action === 'fail') await sandbox.fail(link).catch(() => null)
    else if (action === 'expire') await sandbox.expire(link).catch(() => null)
    else if (action === 'pay late') await atTheProvider(() => sandbox.payLate(link))
    else if (action === 'callback' || action === 'tampered callback')
      await this.comeBack(pick(this.returns), action !== 'callback')
    else if (action === 'webhook' || action === 'tampered webhook') {
      const webhook = pick(sandbox.webhooks(school.keys.keyId))
      if (!webhook) return
      if (action === 'webhook') expect((await deliverWebhook(school, webhook)).ok).toBe(true)
      else {
        const body = webhook.body.replace(/"amount":\d+/, '"amount":1')
        expect(await deliverWebhook(school, { ...webhook, body })).toEqual({ ok: false, reason: 'tampered' })
      }
    } else if (action === 'reconcile' && payment) await checkPayment(school.scope, payment.id)
    else if (action === 'pay at the office') await this.payAtTheOffice(office, student, [pick(dueIds) ?? ''])
    else if (action === 'pay several at the office')
      await this.payAtTheOffice(office, student, this.some(randomNumber, dueIds), randomNumber)
    else if (action === 'pay ahead')
      await this.payAtTheOffice(
        office,
        student,
        randomNumber % 2 ? [pick(dueIds) ?? ''] : [],
        randomNumber,
        1_000 + randomNumber,
      )
    else if (action === 'use the credit') await this.spend(office, student, this.some(randomNumber, dueIds))
    else if (action === 'declare') {
      const [method, reference] = [randomNumber % 3 ? ('bank_transfer' as const) : ('cash' as const), 'UTR']
      await declareTransfer(student.scope, {
        dueIds: this.some(randomNumber, dueIds),
        method,
        reference,
        formKey: newFormKey(),
      })
    } else if (action === 'confirm' || action === 'refuse' || action === 'confirm or take back')
      await this.decideDeclared(office, action, randomNumber)
    else if (action === 'close the cash') await this.closeCash(office)
    else if (action === 'bounce' && payment) {
      await bounceCheque(office, { paymentId: payment.publicId, reason: 'Funds insufficient' })
    } else if (action === 'mistake' && payment) {
      await cancelPayment(office, { paymentId: payment.publicId, reason: 'Written down twice' })
    } else if (action === 'refund the excess') await this.refundExcess(office)
    else if (action === 'refund' && payment) {
      const from = randomNumber % 3 === 0 ? ('any' as const) : { dueId: pick([...this.dues.keys()]) ?? '' }
      const amountPaise = randomNumber % 2 ? payment.amountPaise : 10_000 + randomNumber
      const how = { amountPaise, reason: 'x', givenBy: 'cash', formKey: newFormKey() } as const
      await requestRefund(office, { paymentId: payment.publicId, from, ...how })
    } else if (action === 'refund alike') {
      const together = payment && (await this.payments()).filter((one) => one.basketId === payment.basketId)
      for (const one of together ?? []) {
        await requestRefund(school.scope, {
          paymentId: one.publicId,
          from: 'any',
          amountPaise: 1_000,
          reason: 'x',
          formKey: newFormKey(),
        })
      }
    } else if (action === 'send refund') {
      const refund = pick(await Refund.findAll({ where: { schoolId: school.id }, raw: true }))
      if (refund) await sendRefund(school.scope, refund.publicId)
    } else if (action === 'refund in the dashboard') {
      const captured = pick(sandbox.ledger(school.keys.keyId).payments.filter((one) => one.status !== 'failed'))
      if (!captured) return
      const amountPaise = 100 + (randomNumber % 5000)
      await providerWith(school.keys).refund({ paymentId: captured.id, amountPaise, idempotencyKey: newFormKey() })
    } else if (action === 'provider down') this.switch({ failWith5xx: true })
    else if (action === 'answers lost') this.switch({ loseAnswers: true })
    else if (action === 'provider well') this.switch({ failWith5xx: false, loseAnswers: false })
  }

  async comeBack(back: { payment: Payment; returnTo: string | null } | undefined, tampered: boolean): Promise<void> {
    if (!back?.returnTo) return
    const parameters = callbackOf(back.returnTo)
    const { payment } = back
    const owner = this.students.find(({ id }) => id === payment.studentId)
    const scope = (payment.basketId === null && owner?.scope) || this.school.scope
    if (!tampered) {
      const settled = await settleFromCallback(scope, payment.publicId, parameters)
      expect(settled.ok || settled.reason).not.toBe('tampered')
      return
    }
    const forged = { ...parameters, paymentId: 'pay_00000000000000' }
    const settled = await settleFromCallback(scope, payment.publicId, forged)
    expect(settled).toEqual({ ok: false, reason: 'tampered' })
  }

  /** Pays these dues by cheque or cash; with `randomNumber`, only in part. */
  async payAtTheOffice(
    office: SchoolScope,
    student: MadeStudent,
    dueIds: string[],
    randomNumber?: number,
    advancePaise = 0,
  ): Promise<void> {
    const dues = await Due.findAll({ where: { publicId: dueIds }, raw: true })
    const parts = new Map(
      dues.map((due) => [due.publicId, 1 + (((randomNumber ?? 0) * 97) % Math.max(1, dueBalance(due)))]),
    )
    await recordOfflinePayment(office, {
      dueIds,
      studentId: student.publicId,
      advancePaise,
      ...(randomNumber === undefined ? {} : { parts }),
      method: (randomNumber ?? 0) % 2 ? 'cash' : 'cheque',
      amountPaise: dues.reduce((sum, due) => sum + dueBalance(due), 0),
      reference: '1',
      remarks: null,
      paidOn: todayInIndia(new Date()),
      formKey: newFormKey(),
    })
  }

  /** Applies the credit that the counter offers: the smaller of credit and balance. */
  async spend(office: SchoolScope, student: MadeStudent, dueIds: string[]): Promise<void> {
    const dues = await Due.findAll({ where: { publicId: dueIds }, raw: true })
    const owed = dues.reduce((sum, due) => sum + dueBalance(due), 0)
    const found = await findPayerWithDues(this.school.scope, { studentId: student.publicId })
    const credit = found?.payer.excessPaise ?? 0
    const used = await spendCredit(office, { dueIds, amountPaise: Math.min(owed, credit) })
    if (used.ok) this.creditsUsed += 1
  }

  /** Requests a refund of all the remaining excess of the first payment in the list of excess. */
  async refundExcess(office: SchoolScope): Promise<void> {
    const { rows } = await listPayments(office, { filters: { excess: 'yes' } })
    const [first] = rows
    if (!first) return
    const { excessPaise: amountPaise, publicId: paymentId } = first
    await requestRefund(office, { paymentId, from: 'excess', amountPaise, reason: 'x', formKey: newFormKey() })
  }

  /**
   * Confirms or refuses a waiting payment; or a clerk confirms it while the student takes it back, and only one of them
   * may succeed.
   */
  async decideDeclared(
    office: SchoolScope,
    action: 'confirm' | 'refuse' | 'confirm or take back',
    randomNumber: number,
  ) {
    const waiting = (await this.payments()).filter((one) => one.state === 'pending' && one.method !== 'online')
    const payment = waiting[randomNumber % Math.max(1, waiting.length)]
    if (!payment) return
    const { publicId: paymentId } = payment
    if (action === 'refuse') return refuseTransfer(office, { paymentId, reason: 'Not come' })
    const owner = this.students.find(({ id }) => id === payment.studentId) as MadeStudent
    const [confirmed, takenBack] = await Promise.all([
      confirmTransfer(office, { paymentId, paidOn: todayInIndia(new Date()), meansEarlyDay: true }),
      action === 'confirm' ? null : withdrawDeclared(owner.scope, paymentId),
    ])
    if (confirmed.ok) this.confirmed += 1
    expect(confirmed.ok && takenBack?.ok, 'confirmed and taken back').not.toBe(true)
  }

  /** Closes the cash in two windows at once: only one of the two closings covers the movements. */
  async closeCash(office: SchoolScope): Promise<void> {
    const { openingPaise, cashPaise } = await cashInHand(office)
    const counted = { notes500: 0, notes200: 0, notes100: 0, notes50: 0, notes20: 0, notes10: 0 }
    const coinsPaise = Math.max(0, (openingPaise ?? 0) + cashPaise)
    const handed = { handedOverPaise: Math.floor(coinsPaise / 2), handedTo: 'The bank', remarks: 'x' }
    const values = { ...counted, coinsPaise, ...handed, openingPaise: 0, shownPaise: cashPaise }
    const answers = await Promise.all([1, 2].map(() => closeCash(office, newFormKey(), values)))
    if (cashPaise !== 0) expect(answers.filter(({ ok }) => ok).length, 'closings of the same cash').toBeLessThan(2)
  }

  /**
   * Expects that, for each clerk who has closed the cash, the closings and the cash not closed yet add up to all cash
   * movements of that clerk since the start of the first closing's period.
   */
  async expectCash(): Promise<void> {
    const where = { schoolId: this.school.id }
    const [closings, lines, refunds, payments] = await Promise.all([
      CashClosing.findAll({ where, order: ['id'], raw: true }),
      PaymentLine.findAll({ where: { ...where, state: 'settled' }, raw: true }),
      Refund.findAll({ where, raw: true }),
      this.payments(),
    ])
    for (const { id, scope } of this.clerks) {
      const own = closings.filter(({ staffId }) => staffId === id)
      const [first] = own
      if (!first) continue
      const cash = lines.filter((line) => {
        const payment = payments.find((one) => one.id === line.paymentId)
        const refund = refunds.find((one) => one.id === line.refundId)
        // A refund without its own method uses that of the payment.
        const [method, by] = [refund?.givenBy ?? payment?.method, refund?.requestedBy ?? payment?.recordedBy]
        return method === 'cash' && by === id && line.settledAt !== null && line.settledAt >= first.since
      })
      const covered = own.reduce((sum, { cashPaise }) => sum + cashPaise, 0)
      const { cashPaise: openPaise } = await cashInHand(scope)
      expect(covered + openPaise, 'cash of a clerk').toBe(cash.reduce((sum, { amountPaise }) => sum + amountPaise, 0))
    }
  }

  /** Final work of the worker: sends refunds and checks every payment with the provider until it has answered. */
  async comeToRest(rounds: number): Promise<void> {
    this.switch({ failWith5xx: false, loseAnswers: false })
    for (let round = 0; round < rounds; round++) {
      const refunds = await Refund.findAll({ where: { schoolId: this.school.id, state: 'requested' }, raw: true })
      for (const refund of refunds) await sendRefund(this.school.scope, refund.publicId)
      const carriers = (await this.payments()).filter((one) => one.providerReference !== null)
      for (const payment of carriers) await checkPayment(this.school.scope, payment.id)
    }
  }

  /** Number of links per due that can be paid at the provider now; at most one. */
  async payableLinksOfDues(): Promise<number[]> {
    const counts = new Map<number, number>()
    const lines = await readRows<{ dueId: number; linkId: string }>(
      `SELECT l.due_id AS dueId, k.provider_link_id AS linkId FROM payments p JOIN payment_lines l ON l.payment_id = p.id
       JOIN payments k ON k.school_id = p.school_id AND (k.id = p.id OR k.basket_id = p.basket_id)
       WHERE p.school_id = :id AND k.provider_link_id IS NOT NULL AND l.kind = 'due'`,
      { id: this.school.id },
    )
    const provider = providerWith(this.school.keys)
    const states = new Map<string, string>()
    for (const { linkId } of lines) {
      const link = states.has(linkId) ? null : await provider.fetchLink(linkId)
      if (link?.ok) states.set(linkId, link.value.status)
    }
    for (const { dueId, linkId } of lines) {
      if (states.get(linkId) === 'created') counts.set(dueId, (counts.get(dueId) ?? 0) + 1)
    }
    return [...counts.values()]
  }
}

const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(...actions),
  randomNumber: fc.nat({ max: 1000 }),
  both: fc.boolean(),
})
// Most schedules begin with a step of a payer; the rest is arbitrary.
const schedule = fc.tuple(
  fc.array(
    fc.constantFrom<Step[]>(
      [{ action: 'start', randomNumber: 0 }],
      [{ action: 'start several', randomNumber: 7 }],
      [{ action: 'start together', randomNumber: 31 }],
      [{ action: 'start together', randomNumber: 25 }],
      // Starts some schedules with credit, so that even a small number of schedules uses it.
      [{ action: 'pay ahead', randomNumber: 0 }],
    ),
    { maxLength: 2 },
  ),
  fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 22 }),
)

/** A fixed schedule of rare steps, mostly one at a time, so that these are not left to chance. */
const seldom: [Step[][], Step[][]] = [
  // Payments by number: 0 is an advance, 1 is for one child, 2 and 3 are for both together, 4 is for the other child.
  [
    [{ action: 'pay ahead', randomNumber: 0 }],
    [{ action: 'start', randomNumber: 1 }],
    [{ action: 'start together', randomNumber: 9 }],
    [{ action: 'start', randomNumber: 4 }],
  ],
  [
    [{ action: 'pay twice', randomNumber: 1 }],
    [{ action: 'reconcile', randomNumber: 1 }],
    [{ action: 'refund', randomNumber: 21 }],
    [{ action: 'send refund', randomNumber: 0 }],
    [{ action: 'pay', randomNumber: 2 }],
    [{ action: 'reconcile', randomNumber: 2 }],
    [{ action: 'expire', randomNumber: 4 }],
    [{ action: 'reconcile', randomNumber: 4 }],
    [{ action: 'declare', randomNumber: 2 }],
    [{ action: 'confirm', randomNumber: 0, both: true }],
    ...(
      [
        'use the credit',
        'declare',
        'close the cash',
        'confirm or take back',
        'confirm',
        'pay',
        'reconcile',
        'refund',
        'send refund',
        'reconcile',
        'pay several at the office',
        'bounce',
        'mistake',
      ] as const
    ).flatMap((action) => [0, 1, 3, 6].map((randomNumber) => [{ action, randomNumber, both: true }])),
    [{ action: 'pay several at the office', randomNumber: 6 }],
    [{ action: 'pay several at the office', randomNumber: 7 }],
  ],
]

/** Credit of the first child pays a due of the same child: `seldom` reaches this only by chance. */
const credit: [Step[][], Step[][]] = [
  [[{ action: 'pay ahead', randomNumber: 0 }]],
  [[{ action: 'use the credit', randomNumber: 2 }]],
]

/** Final state: the ledger agrees with itself and with the provider, and no due has two links. */
async function expectAgreement(world: LedgerWorld, rounds = 3): Promise<{ refunded: number }> {
  await world.comeToRest(rounds)
  const sums = sandbox.ledger(world.school.keys.keyId)
  // Faults of the ledger, and refunds that are still requested, although each must have been sent or have failed.
  const left = async () => [
    ...(await faultsOfLedger(world.school, sums)),
    ...(await Refund.findAll({ where: { schoolId: world.school.id, state: 'requested' }, raw: true })),
  ]
  // Gives the worker up to five more rounds, because the provider answers late on a busy machine.
  for (let more = 0; more < 5 && (await left()).length > 0; more++) await world.comeToRest(1)
  expect(await left()).toEqual([])
  expect((await world.payableLinksOfDues()).every((links) => links <= 1)).toBe(true)
  return sums
}

it(
  'leaves one receipt per payment and a ledger that agrees with the provider to the paisa, in any order of events',
  { timeout: hourMs },
  () =>
    steadily(async (report) => {
      const seen = { paid: 0, excess: 0, refunded: 0, expired: 0, parts: 0, takenBack: 0, creditsUsed: 0, together: 0 }
      const office = { confirmed: 0, closings: 0 }
      await fc.assert(
        fc.asyncProperty(schedule, async ([beginning, rest]) => {
          const world = await LedgerWorld.make()
          // Steps grouped in a schedule happen at the same moment.
          for (const together of [...beginning, ...rest]) {
            await Promise.all(together.map((one) => world.act(one)))
            expect(await faultsOfLedger(world.school)).toEqual([])
            await world.expectCash()
            report('a round of a schedule')
          }
          const sums = await expectAgreement(world)
          report('the end of a schedule')
          const payments = await world.payments()
          seen.creditsUsed += world.creditsUsed
          office.confirmed += world.confirmed
          office.closings += await CashClosing.count({ where: { schoolId: world.school.id } })
          seen.together += payments.filter((one) => one.basketId !== null && one.capturedPaise > 0).length
          seen.paid += payments.filter((one) => one.capturedPaise > 0).length
          seen.takenBack += payments.filter((one) => one.state === 'bounced' || one.state === 'cancelled').length
          seen.parts += (
            await readRows(
              `SELECT d.id FROM dues d WHERE d.school_id = :id AND d.paid_paise > 0
               AND d.paid_paise < d.amount_paise - d.concession_paise + d.fine_paise`,
              { id: world.school.id },
            )
          ).length
          seen.refunded += sums.refunded > 0 ? 1 : 0
          seen.expired += payments.filter((one) => one.state === 'expired').length
          seen.excess += (
            await readRows('SELECT id FROM payment_lines WHERE school_id = :id AND kind = "excess"', {
              id: world.school.id,
            })
          ).length
        }),
        { numRuns: scheduleCount, endOnFailure: true, seed, examples: [[seldom], [credit]] },
      )
      // Schedules that never do anything would prove nothing.
      for (const [action, times] of Object.entries({ ...seen, ...office })) expect(times, action).toBeGreaterThan(0)
    }),
)

// Short schedules, so that there can be many: both parents and a child start to pay, one of them pays, and something
// interferes.
const paying = ['pay', 'pay', 'pay twice', 'pay late', 'callback', 'webhook', 'reconcile'] as const
const starting = ['start together', 'start together', 'start parts together', 'start several'] as const
const oneOf = (of: readonly Step['action'][]) =>
  fc.record({ action: fc.constantFrom(...of), randomNumber: fc.nat({ max: 1000 }) })
const familySchedule = fc.tuple(
  fc.array(oneOf(starting), { minLength: 1, maxLength: 2 }),
  fc.array(step, { maxLength: 2 }),
  fc.array(oneOf(paying), { minLength: 1, maxLength: 3 }),
  fc.array(step, { maxLength: 2 }),
  fc.array(oneOf(['refund alike', 'refund', 'reconcile']), { maxLength: 2 }),
  fc.array(oneOf(['provider down', 'answers lost']), { maxLength: 1 }),
  fc.array(oneOf(['send refund', 'send refund', 'refund in the dashboard']), { maxLength: 2 }),
  fc.array(oneOf(['provider well']), { maxLength: 1 }),
  fc.array(oneOf(['reconcile', 'webhook', 'webhook']), { maxLength: 2 }),
)
type FamilySchedule = typeof familySchedule extends fc.Arbitrary<infer Rounds> ? Rounds : never

/** The provider captures the money of both children twice: a fixed schedule, as random ones may never do so. */
const takenTwice: FamilySchedule = [
  [{ action: 'start together', randomNumber: 31 }],
  [],
  [{ action: 'pay twice', randomNumber: 0 }],
  [],
  [],
  [],
  [],
  [],
  [],
]
/** Refunds the same amount for both children; one answer is lost before the other refund is requested. */
const givenBackAlike: FamilySchedule = [
  [{ action: 'start together', randomNumber: 31 }],
  [],
  [{ action: 'pay', randomNumber: 0 }],
  [{ action: 'reconcile', randomNumber: 0 }],
  [{ action: 'refund alike', randomNumber: 0 }],
  [{ action: 'answers lost', randomNumber: 0 }],
  [{ action: 'send refund', randomNumber: 1 }],
  [{ action: 'provider well', randomNumber: 0 }],
  [{ action: 'reconcile', randomNumber: 0 }],
]

it('gives each child of a family its part and one receipt, and pays no due twice', { timeout: hourMs }, () =>
  steadily(async (report) => {
    const seen = { together: 0, excess: 0, alike: 0 }
    await fc.assert(
      fc.asyncProperty(familySchedule, async (rounds) => {
        const world = await LedgerWorld.make()
        for (const together of rounds) {
          await Promise.all(together.map((one) => world.act(one)))
          report('a round of a family schedule')
        }
        await expectAgreement(world, 2)
        report('the end of a family schedule')
        const payments = await world.payments()
        seen.together += payments.filter((one) => one.basketId !== null && one.capturedPaise > 0).length
        seen.excess += payments.filter((one) => one.basketId !== null && one.capturedPaise > one.amountPaise).length
        const gone = await Refund.count({ where: { schoolId: world.school.id, state: 'done', amountPaise: 1_000 } })
        seen.alike += gone > 1 ? 1 : 0
      }),
      { numRuns: familySchedules, endOnFailure: true, seed, examples: [[takenTwice], [givenBackAlike]] },
    )
    for (const [action, times] of Object.entries(seen)) expect(times, action).toBeGreaterThan(0)
  }),
)
