import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inTransaction } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { studentScope, systemActor } from '~/models/core/shared/scope.server'
import { declareTransfer, refuseTransfer } from '~/models/money/ledger/counter/declared-payments.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { bounceCheque } from '~/models/money/ledger/counter/void-payment.server'
import type { FineRule } from '~/models/money/ledger/fine-rules'
import { accrueFines, resumeFine, waiveFine } from '~/models/money/ledger/fines.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { backdateDues, dailyFine } from '../../../../tests/factories/fee-rules'
import { feeVersion, makeFee } from '../../../../tests/factories/fees'
import { unique } from '../../../../tests/factories/insert'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { hourMs } from '../../../../tests/setup/slowness'
import { steadily } from '../../../../tests/setup/steadily'
import { assignFee, assignFeeToStudents } from './assign-fee.server'
import { concessionsOf } from './concession-queries.server'
import { giveConcession, removeConcession } from './concessions.server'
import { setFineRule } from './fees.server'

/** Number of random schedules. Run more with SCHEDULES=300 npx vitest run … */
const runs = Number(process.env.SCHEDULES ?? 25)

const happenings = [
  'give percent',
  'give amount',
  'remove concession',
  'days pass',
  'change the fine',
  'waive',
  'resume',
  'pay',
  'pay a part',
  'bounce',
  'declare',
  'refuse',
  'assign',
  'choose nobody',
] as const

interface Step {
  what: (typeof happenings)[number]
  /** Random number that picks fees, dues and concessions and sets percentages, amounts and days. */
  which: number
}

const rules: Array<FineRule | null> = [
  null,
  dailyFine,
  { kind: 'flat', amountPaise: 33_33, graceDays: 0, capPaise: null, slabs: [] },
  { kind: 'slabs', amountPaise: 0, graceDays: 1, capPaise: 77_77, slabs: [{ fromDay: 2, amountPaise: 50_01 }] },
]

class World {
  days = 0
  payments: string[] = []

  private constructor(
    readonly school: Awaited<ReturnType<typeof makeSchool>>,
    readonly student: Awaited<ReturnType<typeof makeStudent>>,
    readonly fees: ReadonlyArray<Awaited<ReturnType<typeof makeFee>>>,
  ) {}

  static async make(): Promise<World> {
    const school = await makeSchool()
    const session = await currentSession(school)
    const ofClass = await makeClass(school)
    const student = await makeStudent(school)
    await makeEnrollment(student, { session, class: ofClass, section: await makeSection(ofClass) })
    const today = todayInIndia(new Date())
    const make = (name: string, amounts: number[]) =>
      makeFee(school, {
        session,
        class: ofClass,
        name,
        heads: [{ kind: 'tuition', name: 'Tuition', amountPaise: amounts.reduce((sum, one) => sum + one, 0) }],
        instalments: amounts.map((amountPaise, index) => ({
          title: `${name} ${index}`,
          dueOn: addDays(today, index * 20 - 30),
          amountPaise,
        })),
      })
    const world = new World(school, student, [await make('One', [100_01, 70_07, 333_33]), await make('Two', [999_99])])
    for (const fee of world.fees) await assignFee(school.scope, fee.publicId)
    await backdateDues(school, session)
    return world
  }

  get scope() {
    return this.school.scope
  }

  async dues() {
    return readRows<Figures>(
      `SELECT d.public_id AS publicId, d.amount_paise AS amount, d.concession_paise AS off, d.fine_paise AS fine,
         d.paid_paise AS paid, d.fine_waived_at IS NOT NULL AS waived,
         (SELECT CAST(COALESCE(SUM(c.amount_paise), 0) AS SIGNED) FROM due_concessions c WHERE c.due_id = d.id) AS taken,
         (SELECT CAST(COALESCE(SUM(l.amount_paise), 0) AS SIGNED) FROM payment_lines l
          WHERE l.due_id = d.id AND l.state = 'settled') AS settled
       FROM dues d WHERE d.school_id = :id ORDER BY d.id`,
      { id: this.school.id },
    )
  }

  async happen({ what, which }: Step): Promise<void> {
    const { scope, student } = this
    const fee = this.fees[which % this.fees.length]
    const dues = await this.dues()
    const due = dues[which % Math.max(1, dues.length)]
    const balance = due ? due.amount - due.off + due.fine - due.paid : 0
    const given = (await concessionsOf(scope, student.publicId)).filter((one) => !one.isRemoved)
    const give = (size: { percentHundredths: number | null; amountPaise: number | null }, of: string | null) =>
      giveConcession(scope, student.publicId, {
        kind: 'other',
        academicSession: this.fees[0]?.session.publicId ?? '',
        fee: of,
        reason: 'as it happens',
        formKey: unique(),
        ...size,
      })
    const feeId = fee?.publicId ?? ''
    if (what === 'give percent')
      await give(
        { percentHundredths: 1 + ((which * 37) % 10_000), amountPaise: null },
        which % 2 ? null : (fee?.publicId ?? null),
      )
    if (what === 'give amount')
      await give({ percentHundredths: null, amountPaise: 1 + ((which * 101) % 60_000) }, fee?.publicId ?? null)
    if (what === 'remove concession')
      await removeConcession(scope, given[which % Math.max(1, given.length)]?.publicId ?? '')
    if (what === 'days pass') {
      this.days += which % 15
      const today = addDays(todayInIndia(new Date()), this.days)
      await inTransaction(() => accrueFines(scope, [student.id], today))
    }
    if (what === 'change the fine')
      await setFineRule(scope, feeId, await feeVersion(scope, feeId), rules[which % rules.length] ?? null)
    if (what === 'waive' && due) await waiveFine(scope, due.publicId, 'as it happens')
    if (what === 'resume' && due) await resumeFine(scope, due.publicId)
    if (what === 'assign') await assignFee(scope, fee?.publicId ?? '')
    if (what === 'choose nobody') await assignFeeToStudents(scope, feeId, await feeVersion(scope, feeId), [])
    if ((what === 'pay' || what === 'pay a part') && due && balance > 0) {
      const part = what === 'pay' ? balance : 1 + ((which * 7919) % balance)
      const paid = await recordOfflinePayment(scope, {
        dueIds: [due.publicId],
        method: 'cheque',
        amountPaise: balance,
        parts: new Map([[due.publicId, part]]),
        reference: '000123',
        remarks: null,
        paidOn: todayInIndia(new Date()),
        formKey: unique(),
      })
      if (paid.ok) this.payments.push(paid.value.paymentId)
    }
    const payment = this.payments[which % Math.max(1, this.payments.length)]
    if (what === 'bounce' && payment) await bounceCheque(scope, { paymentId: payment, reason: 'no funds' })
    if (what === 'declare' && due) {
      const own = studentScope(this.school.id, student.id, systemActor)
      const formKey = unique()
      const declared = await declareTransfer(own, { dueIds: [due.publicId], method: 'cash', reference: null, formKey })
      if (declared.ok) this.payments.push(declared.value.paymentId)
    }
    if (what === 'refuse' && payment) await refuseTransfer(scope, { paymentId: payment, reason: 'not seen' })
  }
}

interface Figures {
  publicId: string
  amount: number
  off: number
  fine: number
  paid: number
  waived: number
  taken: number
  settled: number
}

it(
  'keeps every due consistent with its concessions and payments under any order of office actions',
  { timeout: hourMs },
  () =>
    steadily(async (report) => {
      const step: fc.Arbitrary<Step> = fc.record({ what: fc.constantFrom(...happenings), which: fc.nat(10_000) })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
          report('a schedule')
          const world = await World.make()
          for (const one of steps) {
            await world.happen(one)
            for (const due of await world.dues()) {
              expect(due.amount - due.off + due.fine - due.paid).toBeGreaterThanOrEqual(0)
              expect(due.off).toBeLessThanOrEqual(due.amount)
              expect(due.taken).toBe(due.off)
              expect(due.settled).toBe(due.paid)
            }
          }
        }),
        { numRuns: runs, endOnFailure: true },
      )
    }),
)
