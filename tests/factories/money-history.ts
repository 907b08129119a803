import { expect, vi } from 'vitest'
import { execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { type GuardianScope, guardianScope } from '~/models/core/shared/scope.server'
import { cashInHand, closeCash } from '~/models/money/ledger/counter/cash-closings.server'
import { spendCredit } from '~/models/money/ledger/counter/credit.server'
import {
  confirmTransfer,
  declareTransfer,
  refuseTransfer,
  withdrawDeclared,
} from '~/models/money/ledger/counter/declared-payments.server'
import { refundHeldDues } from '~/models/money/ledger/counter/give-back.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { bounceCheque, cancelPayment } from '~/models/money/ledger/counter/void-payment.server'
import { readCarried } from '~/models/money/ledger/online/carried.server'
import { checkPayment } from '~/models/money/ledger/online/check-payment.server'
import { findFamilyPayment, startFamilyPayment } from '~/models/money/ledger/online/family-payments.server'
import { sendRefund } from '~/models/money/ledger/online/provider-refunds.server'
import { startOnlinePayment } from '~/models/money/ledger/online/start-online-payment.server'
import { offlineMethods } from '~/models/money/ledger/payment-methods'
import { requestRefund } from '~/models/money/ledger/refunds.server'
import { Due, Payment, Refund } from '~/models/money/ledger/tables.server'
import { moneyOut } from '~/models/people/second-person/money-out.server'
import { currentSession, type MadeSession } from './academics'
import { linkGuardian, makeGuardian, makeGuardianAccount } from './guardians'
import { makeDue } from './ledger'
import { makePayingSchool, type PayingSchool, readPayment } from './paying'
import { PlainBooks, type PlainMove, sumOf } from './plain-books'
import { type MadeStaff, makeStaff } from './school'
import { sandbox } from './shared-sandbox'
import { newFormKey } from './start-payment'
import { type MadeStudent, makeStudent } from './student'

export const happenings = [
  'at the office',
  'at the office',
  'of an earlier day',
  'in parts',
  'ahead',
  'use the credit',
  'use the credit at once',
  'close the cash',
  'close the cash',
  'declare',
  'confirm',
  'confirm at once',
  'confirm or take back',
  'refuse',
  'take back',
  'start online',
  'start together',
  'pay online',
  'pay twice',
  'pay late',
  'refund',
  'refund at once',
  'refund the excess',
  'bounce',
  'mistake',
  'cancel the place',
  'sleep',
  'sleep',
] as const

export type Step = { what: (typeof happenings)[number]; which: number }

/** A history begins this many days before today and ends before today. */
export const span = 70
const realToday = todayInIndia(new Date())

/** A school whose money moves at random over some weeks; each act runs in the portal and is recorded in plain books. */
export class MoneyHistory {
  books = new PlainBooks()
  today = addDays(realToday, -span)
  seen = new Set<string>()

  constructor(
    readonly made: PayingSchool,
    /** Two clerks, each with a separate cash box. */
    readonly clerks: readonly [MadeStaff, MadeStaff],
    readonly students: readonly MadeStudent[],
    readonly session: MadeSession,
    /** A parent of both students. */
    readonly guardian: GuardianScope,
  ) {}

  /** Signed-in clerk for the pages under test. */
  get office(): MadeStaff {
    return this.clerks[0]
  }

  clerk(which: number): MadeStaff {
    return this.clerks[(which >> 4) % 2] ?? this.office
  }

  static async open(): Promise<MoneyHistory> {
    const made = await makePayingSchool(sandbox)
    await execute(
      'UPDATE school_settings SET part_payment_allowed = 1, part_payment_minimum_paise = 100 WHERE school_id = :id',
      { id: made.id },
    )
    const students = [await makeStudent(made), await makeStudent(made)]
    const { id: accountId } = await makeGuardianAccount({ password: null })
    const guardian = await makeGuardian(made, { accountId })
    for (const student of students) await linkGuardian(guardian, student)
    const clerks = [await makeStaff(made), await makeStaff(made, { role: 'accounts' })] as const
    const family = guardianScope(accountId, guardian.name)
    const school = new MoneyHistory(made, clerks, students, await currentSession(made), family)
    for (const [index, student] of students.entries()) {
      for (const amountPaise of [100_001, 250_050, 70_007]) {
        const due = await makeDue(student, { amountPaise, concessionPaise: index * 1_001 })
        school.books.dues.push({
          id: due.publicId,
          student: index,
          owedPaise: due.owedPaise,
          paidPaise: 0,
          isOpen: true,
        })
      }
    }
    return school
  }

  student(which: number): MadeStudent {
    const student = this.students[which % this.students.length]
    if (!student) throw new Error('Nobody')
    return student
  }

  /** Returns one to three of the student's open dues. */
  owed(which: number) {
    const open = this.books.dues.filter(
      (due) => due.student === which % 2 && due.isOpen && due.paidPaise < due.owedPaise,
    )
    return open.filter((_, index) => index === which % open.length || (which >> (index + 2)) % 2)
  }

  async act({ what, which }: Step): Promise<void> {
    vi.setSystemTime(new Date(`${this.today}T09:${10 + (which % 40)}:00+05:30`))
    const pick = <T>(list: readonly T[]): T | undefined => list[which % Math.max(1, list.length)]
    const { books } = this
    const arrived = pick(books.arrived())?.id
    const waiting = pick(books.payments.filter((one) => one.state === 'pending' && one.method !== 'online'))?.id
    const online = pick(books.payments.filter((one) => one.method === 'online'))?.id
    if (what === 'sleep') this.today = [addDays(this.today, 1 + (which % 9)), addDays(realToday, -1)].sort()[0] ?? ''
    else if (what === 'at the office') await this.pay(which, this.today)
    else if (what === 'of an earlier day') await this.pay(which, addDays(this.today, -1 - (which % 45)))
    else if (what === 'in parts') await this.pay(which, this.today, true)
    else if (what === 'ahead') await this.pay(which, this.today, which % 3 === 0, 1 + which * 211)
    else if (what === 'use the credit') await this.spend(which, [this.clerk(which)])
    else if (what === 'use the credit at once') await this.spend(which, this.clerks)
    else if (what === 'close the cash') await this.closeCash(this.clerk(which))
    else if (what === 'declare') await this.declare(which)
    else if (what === 'confirm' && waiting) await this.confirm(waiting, which, [this.clerk(which)])
    else if (what === 'confirm at once' && waiting) await this.confirm(waiting, which, this.clerks)
    else if (what === 'confirm or take back' && waiting) await this.confirmOrTakeBack(waiting, which)
    else if (what === 'refuse' && waiting) await this.refuse(waiting)
    else if (what === 'take back' && waiting) await this.takeBack(waiting)
    else if (what === 'start online') await this.startOnline(which)
    else if (what === 'start together') await this.startTogether(which)
    else if (what === 'pay online' && online) await this.payOnline(online, 'pay')
    else if (what === 'pay twice' && online) await this.payOnline(online, 'pay twice')
    else if (what === 'pay late' && online) await this.payOnline(online, 'pay late')
    else if (what === 'refund' && arrived) await this.refund(arrived, which, [this.clerk(which)])
    else if (what === 'refund at once' && arrived) await this.refund(arrived, which, this.clerks)
    else if (what === 'refund the excess') {
      const holder = pick(books.arrived().filter((one) => books.excessOf(one.id) > 0))
      if (holder) await this.refund(holder.id, which, [this.clerk(which)], 'excess')
    } else if (what === 'bounce' && arrived) await this.undo(arrived, 'bounced')
    else if (what === 'mistake' && arrived) await this.undo(arrived, 'cancelled')
    else if (what === 'cancel the place') await this.cancelPlace(which)
  }

  async pay(which: number, day: string, inParts = false, advancePaise = 0): Promise<void> {
    const dues = this.owed(which)
    const balances = dues.map(({ id }) => ({ due: id, paise: this.books.balanceOf(id) }))
    const asked = inParts ? balances.map(({ due, paise }) => ({ due, paise: 1 + ((which * 97) % paise) })) : balances
    const method = offlineMethods[which % offlineMethods.length] ?? 'cash'
    const clerk = this.clerk(which)
    const paid = await recordOfflinePayment(clerk.scope, {
      dueIds: dues.map((due) => due.id),
      studentId: this.student(which).publicId,
      advancePaise,
      parts: new Map(asked.map(({ due, paise }) => [due, paise])),
      method,
      amountPaise: sumOf(balances),
      reference: method === 'cash' ? null : `R${which}`,
      repeatsReference: true,
      remarks: null,
      paidOn: day,
      meansEarlyDay: true,
      formKey: newFormKey(),
    })
    expect(paid.ok).toBe(dues.length > 0 || advancePaise > 0)
    if (!paid.ok) return
    this.books.begun(paid.value.paymentId, which % 2, method, asked)
    this.books.came(paid.value.paymentId, sumOf(asked) + advancePaise, day, this.today, clerk.name)
    this.seen.add(day === this.today ? 'paid' : 'of an earlier day')
  }

  /**
   * Uses credit as the counter offers it: the smaller of credit and balance due. Two concurrent clerks use it for
   * different dues when the credit does not cover both, otherwise for the same due; exactly one succeeds.
   */
  async spend(which: number, clerks: readonly MadeStaff[]): Promise<void> {
    const { books } = this
    const owing = (dues: ReadonlyArray<{ id: string }>) =>
      dues.map(({ id }) => ({ due: id, paise: books.balanceOf(id) }))
    const asked = owing(this.owed(which))
    const first = asked.slice(0, 1)
    const others = owing(
      books.dues.filter((due) => due.student === which % 2 && due.isOpen && due.paidPaise < due.owedPaise),
    ).filter(({ due }) => due !== first[0]?.due)
    const creditPaise = books.creditOf(which % 2)
    const isApart = clerks.length > 1 && others.length > 0 && creditPaise < sumOf(first) + sumOf(others)
    const parts = isApart ? [first, others] : clerks.map(() => asked)
    const used = await Promise.all(
      clerks.map(({ scope }, index) => {
        const part = parts[index] ?? []
        const amountPaise = Math.min(sumOf(part), creditPaise)
        return spendCredit(scope, { dueIds: part.map(({ due }) => due), amountPaise })
      }),
    )
    const isSpent = asked.length > 0 && creditPaise > 0
    expect(used.filter(({ ok }) => ok)).toHaveLength(isSpent ? 1 : 0)
    if (!isSpent) return
    books.usedCredit(which % 2, parts[used.findIndex(({ ok }) => ok)] ?? [])
    this.seen.add(isApart ? 'credit used at once' : 'credit used')
  }

  /** Closes a clerk's cash in two windows at once. Only one closing succeeds; without any cash, both do. */
  async closeCash({ name, scope }: MadeStaff): Promise<void> {
    const cashPaise = sumOf(this.books.openCash(name, this.today))
    const { openingPaise, ...inHand } = await cashInHand(scope)
    expect(inHand, `cash of ${name}`).toEqual({ cashPaise })
    const notes = { notes500: 0, notes200: 0, notes100: 0, notes50: 0, notes20: 0, notes10: 0 }
    const counted = { coinsPaise: Math.max(0, (openingPaise ?? 0) + cashPaise), openingPaise: 0, shownPaise: cashPaise }
    const values = { ...notes, ...counted, handedOverPaise: 0, handedTo: null, remarks: 'Counted twice' }
    const answers = await Promise.all([1, 2].map(() => closeCash(scope, newFormKey(), values)))
    const closed = answers.filter(({ ok }) => ok)
    expect(closed).toHaveLength(cashPaise === 0 ? 2 : 1)
    for (const _ of closed) this.books.closed(name, this.today)
    if (cashPaise !== 0) this.seen.add('cash closed')
  }

  async declare(which: number): Promise<void> {
    const asked = this.owed(which).map(({ id }) => ({ due: id, paise: this.books.balanceOf(id) }))
    const dueIds = asked.map(({ due }) => due)
    const input = {
      dueIds,
      method: which % 3 ? 'bank_transfer' : 'cash',
      reference: 'UTR',
      formKey: newFormKey(),
    } as const
    const declared = await declareTransfer(this.student(which).scope, input)
    if (declared.ok) this.books.begun(declared.value.paymentId, which % 2, input.method, asked)
  }

  async confirm(paymentId: string, which: number, clerks: readonly MadeStaff[]): Promise<void> {
    const day = addDays(this.today, -(which % 3))
    const input = { paymentId, paidOn: day, meansEarlyDay: true }
    const answers = await Promise.all(clerks.map(({ scope }) => confirmTransfer(scope, input)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ ok: true })
    await this.confirmed(paymentId, day)
  }

  /** Confirms and withdraws a declared transfer at the same moment; only the first of the two succeeds. */
  async confirmOrTakeBack(paymentId: string, which: number): Promise<void> {
    const owner = this.student(this.books.payment(paymentId).student)
    const [confirmed, takenBack] = await Promise.all([
      confirmTransfer(this.clerk(which).scope, { paymentId, paidOn: this.today, meansEarlyDay: true }),
      withdrawDeclared(owner.scope, paymentId),
    ])
    expect(takenBack.ok).toBe(!confirmed.ok)
    if (confirmed.ok) await this.confirmed(paymentId, this.today)
    else this.books.payment(paymentId).state = 'failed'
  }

  async confirmed(publicId: string, day: string): Promise<void> {
    const row = await Payment.findOne({ where: { publicId, schoolId: this.made.id }, raw: true })
    const by = this.clerks.find(({ id }) => id === row?.recordedBy)
    this.books.came(publicId, sumOf(this.books.payment(publicId).asked), day, this.today, by?.name)
    this.seen.add('confirmed')
  }

  async refuse(paymentId: string): Promise<void> {
    expect(await refuseTransfer(this.office.scope, { paymentId, reason: 'Not come' })).toMatchObject({ ok: true })
    this.books.payment(paymentId).state = 'failed'
  }

  async takeBack(paymentId: string): Promise<void> {
    const payment = this.books.payment(paymentId)
    expect(await withdrawDeclared(this.student(payment.student).scope, paymentId)).toMatchObject({ ok: true })
    payment.state = 'failed'
  }

  async startOnline(which: number): Promise<void> {
    const asked = this.owed(which).map(({ id }, index) => {
      const balance = this.books.balanceOf(id)
      return { due: id, paise: which % 2 || balance < 200 ? balance : 100 + ((which * (index + 7)) % (balance - 100)) }
    })
    const dueIds = asked.map(({ due }) => due)
    const parts = new Map(asked.map(({ due, paise }) => [due, paise]))
    const begun = await startOnlinePayment(this.student(which).scope, { dueIds, parts, formKey: newFormKey() })
    if (!begun.ok || this.books.payments.some((one) => one.id === begun.value.paymentId)) return
    this.books.begun(begun.value.paymentId, which % 2, 'online', asked)
  }

  /** Starts one payment by the parent for the dues of both students. */
  async startTogether(which: number): Promise<void> {
    const asked = this.students
      .map((_, index) => ({ index, of: this.owed(which * 2 + index) }))
      .filter(({ of }) => of.length > 0)
      .map(({ index, of }) => ({ index, of: of.map(({ id }) => ({ due: id, paise: this.books.balanceOf(id) })) }))
    const dueIds = asked.flatMap(({ of }) => of.map(({ due }) => due))
    const children = this.students.map(({ scope }) => scope)
    const begun = await startFamilyPayment(this.guardian, children, { dueIds, formKey: newFormKey() })
    const found = begun.ok ? await findFamilyPayment(this.guardian, begun.value.basketId) : null
    for (const [at, { publicId }] of (found?.payments ?? []).entries()) {
      const one = asked[at]
      if (!one || this.books.payments.some((known) => known.id === publicId)) return
      this.books.begun(publicId, one.index, 'online', one.of)
    }
  }

  async payOnline(publicId: string, how: 'pay' | 'pay twice' | 'pay late'): Promise<void> {
    const { id } = await readPayment(publicId)
    const carried = await readCarried(this.made.scope, id)
    if (!carried) throw new Error('The payment is gone')
    const linkId = carried.carrier.providerLinkId ?? ''
    const before = sandbox.ledger(this.made.keys.keyId).captured
    if (how === 'pay twice') sandbox.switches.set({ captureTwice: true }, this.made.keys.keyId)
    await (how === 'pay late' ? sandbox.payLate(linkId) : sandbox.pay(linkId)).catch(() => null)
    sandbox.switches.set({ captureTwice: false }, this.made.keys.keyId)
    await checkPayment(this.made.scope, id)
    const captured = sandbox.ledger(this.made.keys.keyId).captured - before
    for (let paise = captured; paise > 0; paise -= carried.amountPaise) {
      for (const one of carried.payments) this.books.came(one.publicId, one.amountPaise, this.today, this.today)
      this.seen.add(carried.payments.length > 1 ? 'together' : 'online')
    }
  }

  /**
   * Lets the clerks refund the same amount at the same moment; only as many refunds succeed as the remaining amount
   * allows.
   */
  async refund(
    paymentId: string,
    which: number,
    clerks: readonly MadeStaff[],
    from: 'excess' | 'any' | 'due' = which % 3 ? 'any' : 'due',
  ): Promise<void> {
    const payment = this.books.payment(paymentId)
    const last = this.books.left(paymentId).at(-1)
    if (!last || payment.state !== 'paid') return
    const left = () =>
      this.books.left(paymentId).filter(({ due }) => from === 'any' || due === (from === 'excess' ? null : last.due))
    const leftPaise = sumOf(left())
    if (leftPaise === 0) return
    const isOnline = payment.method === 'online'
    const amountPaise = which % 4 === 0 ? leftPaise : 1 + ((which * 131) % leftPaise)
    const givenBy = offlineMethods[(which >> 3) % offlineMethods.length] ?? 'cash'
    const givenReference = givenBy === 'cash' ? 'The father' : `G${which}`
    const acting = isOnline ? clerks.slice(0, 1) : clerks
    const answers = await Promise.all(
      acting.map(({ scope }) =>
        requestRefund(scope, {
          paymentId,
          from: from === 'due' ? (last.due === null ? 'excess' : { dueId: last.due }) : from,
          amountPaise,
          reason: 'Asked for',
          givenBy,
          givenReference,
          formKey: newFormKey(),
        }),
      ),
    )
    const given = acting.filter((_, index) => answers[index]?.ok)
    if (!isOnline) expect(given).toHaveLength(Math.min(acting.length, Math.floor(leftPaise / amountPaise)))
    for (const { name } of given) {
      await this.gaveBack(paymentId, left(), amountPaise, { method: givenBy, reference: givenReference, by: name })
      this.seen.add(from === 'excess' ? 'excess refunded' : `refunded ${isOnline ? 'online' : 'by hand'}`)
    }
    if (given.length > 1) this.seen.add('refunded at once')
  }

  /** Records a refund in the plain books. Online money returns through the provider, whatever method was chosen. */
  async gaveBack(
    id: string,
    from: ReturnType<PlainBooks['left']>,
    paise: number,
    said: Pick<PlainMove, 'method' | 'reference' | 'by'>,
  ) {
    const isOnline = this.books.payment(id).method === 'online'
    for (const refund of isOnline
      ? await Refund.findAll({ where: { schoolId: this.made.id, state: 'requested' }, raw: true })
      : []) {
      await sendRefund(this.made.scope, refund.publicId)
      await checkPayment(this.made.scope, refund.paymentId)
    }
    this.books.wentBack(id, from, paise, this.today, isOnline ? { ...said, method: 'online', reference: 'rfnd' } : said)
  }

  async undo(paymentId: string, state: 'bounced' | 'cancelled'): Promise<void> {
    const payment = this.books.payment(paymentId)
    const may = payment.state === 'paid' && payment.refundedPaise === 0
    const isPaper = payment.method === 'cheque' || payment.method === 'demand_draft'
    const fits = state === 'bounced' ? isPaper : payment.method !== 'online'
    const act = state === 'bounced' ? bounceCheque : cancelPayment
    const undone = await act(this.office.scope, { paymentId, reason: 'So it is' })
    expect(undone.ok, paymentId).toBe(may && fits)
    if (!undone.ok) return
    this.books.undone(paymentId, state, this.today)
    this.seen.add(state)
  }

  /** Ends a hostel stay or transport: closes the due and refunds part of the amount paid for it. */
  async cancelPlace(which: number): Promise<void> {
    const { books } = this
    const due = books.dues[which % books.dues.length]
    if (!due?.isOpen || due.paidPaise === 0) return
    const row = await Due.findOne({ where: { publicId: due.id }, raw: true })
    if (!row) throw new Error('The due is gone')
    const amountPaise = 1 + ((which * 89) % due.paidPaise)
    const past = {
      dueId: row.id,
      duePublicId: due.id,
      goesBack: true,
      isDeposit: false,
      ...row,
      state: 'open' as const,
    }
    const how = { remarks: 'Left', givenBy: 'cash', givenReference: 'The mother' } as const
    const decision = { amounts: [{ duePublicId: due.id, amountPaise }], ...how }
    const of = { studentId: row.studentId, dues: [past], what: 'The place' }
    const act = { kind: 'hostel-refund', subject: '', payload: decision } as const
    const ended = await moneyOut(this.office.scope, act, () =>
      refundHeldDues(this.office.scope, of, decision, () => newFormKey()),
    )
    if (!ended.ok) return expect(['link-open', 'one-capture-at-a-time', 'too-small']).toContain(ended.reason)
    due.isOpen = false
    let left = amountPaise
    for (const { id } of books.payments.filter((one) => one.state === 'paid')) {
      const held = books.left(id).filter((part) => part.due === due.id)
      const paise = Math.min(sumOf(held), left)
      const how = { method: 'cash', reference: 'The mother', by: this.office.name } as const
      if (paise > 0) await this.gaveBack(id, held, paise, how)
      left -= paise
    }
    this.seen.add('place cancelled')
  }
}
