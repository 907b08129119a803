import fc from 'fast-check'
import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import {
  confirmTransfer,
  declareTransfer,
  refuseTransfer,
} from '~/models/money/ledger/counter/declared-payments.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { startOnlinePayment } from '~/models/money/ledger/online/start-online-payment.server'
import { makeEnrollment } from '../../../../../tests/factories/academics'
import {
  applicationFor,
  expireOffer,
  faultsOfHostels,
  type MadeRoom,
  makeHostel,
  makeHostelApplication,
  makeRoom,
  readOccupiedBeds,
} from '../../../../../tests/factories/hostels'
import {
  deliverWebhook,
  faultsOfLedger,
  makePayingSchool,
  type PayingSchool,
} from '../../../../../tests/factories/paying'
import { readRows } from '../../../../../tests/factories/read'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { type MadeStudent, makeStudent } from '../../../../../tests/factories/student'
import { hourMs } from '../../../../../tests/setup/slowness'
import { steadily } from '../../../../../tests/setup/steadily'
import { applyForRoom } from '../apply/apply-for-room.server'
import { moveToRoom } from '../apply/other-room.server'
import { chargesOf } from '../stay/charges.server'
import { leaveHostel } from '../stay/leave-hostel.server'
import { checkIn, checkOut } from '../stay/move-in-and-out.server'
import { raiseMonths } from '../stay/raise-months.server'
import { acceptOffer, approveApplication } from './approve-application.server'
import { cancelApplication, cancelOwnApplication, rejectApplication } from './close-application.server'
import { decideRefund, heldOf } from './decide-refund.server'
import { lapseOffer, offerFreeBeds } from './offer-beds.server'
import { waitlistApplication } from './waitlist-application.server'

// Short timeout: a call delayed by a slow machine is one more lost answer.

/** More on demand: SCHEDULES=300 npx vitest run … */
const schedules = Number(process.env.SCHEDULES ?? 10)
const today = todayInIndia(new Date())

const happenings = [
  'apply',
  'apply for a part of the year',
  'approve',
  'waitlist',
  'accept the offer',
  'lapse',
  'cancel',
  'cancel by the office',
  'reject',
  'pay at the office',
  'start paying',
  'pay',
  'pay late',
  'webhooks',
  'declare',
  'approve for another room',
  'move',
  'join the waiting list',
  'confirm',
  'not come',
  'check in',
  'check out',
  'refund',
  'raise months',
  'other capacity',
  'leave the school',
  'provider down',
  'provider well',
] as const

interface Step {
  what: (typeof happenings)[number]
  who: number
  which: number
}

interface ApplicationNow {
  id: number
  publicId: string
  studentId: number
  checkedOutOn: string | null
}

class World {
  /** Refunds decided, by application, in paise. */
  readonly decided = new Map<number, number>()

  constructor(
    readonly school: PayingSchool,
    readonly students: MadeStudent[],
    readonly rooms: MadeRoom[],
  ) {}

  static async make(): Promise<World> {
    const school = await makePayingSchool(sandbox)
    const students: MadeStudent[] = []
    for (let index = 0; index < 4; index++) students.push(await makeStudent(school))
    for (const student of students) await makeEnrollment(student)
    const hostel = await makeHostel(school)
    const rooms = [
      await makeRoom(hostel, { capacity: 1 }),
      await makeRoom(await makeHostel(school, { mealPlanIncluded: true, depositPaise: 0 }), { capacity: 2 }),
    ]
    return new World(school, students, rooms)
  }

  applications(): Promise<ApplicationNow[]> {
    return readRows<ApplicationNow>(
      `SELECT id, public_id AS publicId, student_id AS studentId, checked_out_on AS checkedOutOn
       FROM hostel_applications WHERE school_id = :id ORDER BY id`,
      { id: this.school.id },
    )
  }

  async payments(column: 'provider_link_id' | 'public_id', rule: string): Promise<string[]> {
    const rows = await readRows<{ value: string }>(
      `SELECT ${column} AS value FROM payments WHERE school_id = :id AND ${rule} ORDER BY id`,
      { id: this.school.id },
    )
    return rows.map((row) => row.value)
  }

  async step({ what, who, which }: Step): Promise<unknown> {
    const student = this.students[who % this.students.length] as MadeStudent
    const room = this.rooms[which % this.rooms.length] as MadeRoom
    switch (what) {
      case 'apply':
        return applyForRoom(student.scope, applicationFor(room))
      case 'join the waiting list':
        return applyForRoom(student.scope, applicationFor(room, { forWaitingList: true }))
      case 'apply for a part of the year':
        return applyForRoom(student.scope, applicationFor(room, { semester: which % 2 ? '1' : '2' }))
      case 'provider down':
        return sandbox.switches.set({ timeOut: true }, this.school.keys.keyId)
      case 'provider well':
        sandbox.switches.reset(this.school.keys.keyId)
        return sandbox.switches.set({ dropWebhooks: true }, this.school.keys.keyId)
      case 'webhooks':
        for (const webhook of sandbox.webhooks(this.school.keys.keyId)) await deliverWebhook(this.school, webhook)
        return
      case 'pay':
      case 'pay late': {
        const links = await this.payments('provider_link_id', 'provider_link_id IS NOT NULL')
        const link = links[which % Math.max(1, links.length)]
        // Paid, cancelled or over: the provider refuses.
        if (link) await (what === 'pay' ? sandbox.pay(link) : sandbox.payLate(link)).catch(() => {})
        return
      }
      case 'confirm':
      case 'not come': {
        const waiting = await this.payments('public_id', "method <> 'online' AND state = 'pending'")
        const paymentId = waiting[which % Math.max(1, waiting.length)]
        if (!paymentId) return
        if (what === 'confirm') return confirmTransfer(this.school.scope, { paymentId, paidOn: today })
        return refuseTransfer(this.school.scope, { paymentId, reason: 'Not received' })
      }
      case 'other capacity':
        return this.changeCapacity(room, 1 + (who % 3))
      case 'leave the school':
        return inTransaction(() => leaveHostel(this.school.scope, { studentId: student.id, leftOn: today }))
      default: {
        const applications = await this.applications()
        const application = applications[which % Math.max(1, applications.length)]
        return application && this.withApplication(what, application, who)
      }
    }
  }

  private async withApplication(what: Step['what'], application: ApplicationNow, who: number): Promise<unknown> {
    const { scope } = this.school
    const { publicId } = application
    const owner = this.students.find((one) => one.id === application.studentId) as MadeStudent
    switch (what) {
      case 'approve':
        return approveApplication(scope, publicId, null)
      case 'approve for another room':
        return approveApplication(scope, publicId, null, this.rooms[who % this.rooms.length]?.publicId)
      case 'move':
        return moveToRoom(scope, publicId, this.rooms[who % this.rooms.length]?.publicId ?? '')
      case 'waitlist':
        return waitlistApplication(scope, publicId, null)
      case 'accept the offer':
        return acceptOffer(owner.scope, publicId)
      case 'lapse':
        await expireOffer(application)
        return lapseOffer(scope, application.id)
      case 'cancel':
        return cancelOwnApplication(owner.scope, publicId)
      case 'cancel by the office':
        return cancelApplication(scope, publicId, 'The hostel closes')
      case 'reject':
        return rejectApplication(scope, publicId, 'No place')
      case 'check in':
        return checkIn(scope, publicId, today)
      case 'check out':
        return checkOut(scope, publicId, today)
      case 'raise months':
        return raiseMonths(scope, application.id, addDays(today, 25 * (1 + who)))
      case 'refund': {
        const amounts = (await heldOf(scope, application)).held.map(({ duePublicId, heldPaise, suggestedPaise }) => ({
          duePublicId,
          amountPaise: who % 2 ? suggestedPaise : Math.floor(heldPaise / 2),
        }))
        const how = { remarks: 'A broken window', givenBy: 'cash' as const, givenReference: null }
        const outcome = await decideRefund(scope, publicId, { amounts, ...how })
        if (outcome.ok) this.decided.set(application.id, outcome.value)
        return outcome
      }
      default:
        return this.payFor(what, application, owner)
    }
  }

  private async payFor(what: Step['what'], application: ApplicationNow, owner: MadeStudent): Promise<unknown> {
    const owed = (await chargesOf(this.school.scope, application)).filter(
      (charge) => charge.state === 'open' && charge.paidPaise < charge.amountPaise,
    )
    const dueIds = owed.map((charge) => charge.duePublicId)
    const formKey = newFormKey()
    if (what === 'start paying') return startOnlinePayment(owner.scope, { dueIds, formKey })
    if (what === 'declare') {
      return declareTransfer(owner.scope, { dueIds, method: 'bank_transfer', reference: formKey, formKey })
    }
    const amountPaise = owed.reduce((sum, charge) => sum + charge.amountPaise - charge.paidPaise, 0)
    const money = { dueIds, method: 'cash' as const, amountPaise, reference: null, remarks: null }
    return recordOfflinePayment(this.school.scope, { ...money, paidOn: today, formKey })
  }

  private changeCapacity(room: MadeRoom, capacity: number): Promise<void> {
    return inTransaction(async () => {
      await execute('UPDATE rooms SET capacity = GREATEST(occupied_count, :capacity) WHERE id = :id', {
        id: room.id,
        capacity,
      })
      await offerFreeBeds(this.school.scope, room.id)
    })
  }

  async check(): Promise<void> {
    expect(await faultsOfHostels(this.school)).toEqual([])
    expect(await faultsOfLedger(this.school)).toEqual([])
    const overlooked = await readRows(
      `SELECT a.id FROM hostel_applications a JOIN rooms r ON r.id = a.room_id
       WHERE a.school_id = :id AND a.status = 'waitlisted' AND a.holds_bed = 0 AND a.offer_lapsed_at IS NULL
         AND r.status = 'available' AND r.occupied_count < r.capacity`,
      { id: this.school.id },
    )
    const given = await readRows<{ id: number; paise: number }>(
      `SELECT k.application_id AS id, CAST(-SUM(l.amount_paise) AS SIGNED) AS paise FROM hostel_charges k
       JOIN dues d ON d.kind = 'hostel' AND d.source_id = k.id JOIN payment_lines l ON l.due_id = d.id AND l.kind = 'refund'
       WHERE k.school_id = :id AND l.state <> 'void' GROUP BY k.application_id`,
      { id: this.school.id },
    )
    const decided = [...this.decided].filter(([, paise]) => paise > 0)
    expect(new Map(given.map(({ id, paise }) => [id, paise])), 'what was decided goes back').toEqual(new Map(decided))
    expect(overlooked, 'who waits is offered a free bed').toEqual([])
    const twice = await readRows(
      `SELECT source_id FROM dues WHERE school_id = :id AND kind = 'hostel' GROUP BY source_id HAVING COUNT(*) > 1
       UNION SELECT application_id FROM hostel_charges WHERE school_id = :id
         GROUP BY application_id HAVING COUNT(*) <> MAX(month) - MIN(month) + 1`,
      { id: this.school.id },
    )
    expect(twice, 'every month is owed once, and none is left out').toEqual([])
  }
}

const steps = fc.array(
  fc.array(fc.record({ what: fc.constantFrom(...happenings), who: fc.nat(5), which: fc.nat(11) }), {
    minLength: 1,
    maxLength: 5,
  }),
  { minLength: 8, maxLength: 16 },
)

it('keeps beds and dues right under concurrent changes of applications, beds and money', { timeout: hourMs }, () =>
  steadily(async (step) => {
    await fc.assert(
      fc.asyncProperty(steps, async (rounds) => {
        step('a schedule')
        const world = await World.make()
        // Some applications exist from the beginning, so that most steps have an effect.
        for (const who of [0, 1, 2]) await world.step({ what: 'apply', who, which: who === 2 ? 1 : 0 })
        for (const round of rounds) {
          await Promise.all(round.map((step) => world.step(step)))
          await world.check()
        }
        // Finally, all webhooks arrive.
        await world.step({ what: 'provider well', who: 0, which: 0 })
        await world.step({ what: 'webhooks', who: 0, which: 0 })
        await world.check()
        expect(await faultsOfLedger(world.school, sandbox.ledger(world.school.keys.keyId))).toEqual([])
      }),
      { numRuns: schedules, endOnFailure: true },
    )
  }),
)

it('gives the last bed to one of fifty concurrent approvals', async () => {
  const world = await World.make()
  const [room] = world.rooms as [MadeRoom]
  const waiting: string[] = []
  for (let index = 0; index < 50; index++) {
    const student = await makeStudent(world.school)
    await makeEnrollment(student)
    waiting.push((await makeHostelApplication(student, room)).publicId)
  }
  const outcomes = await Promise.all(waiting.map((id) => approveApplication(world.school.scope, id, null)))
  expect(outcomes.filter((one) => one.ok)).toHaveLength(1)
  expect(new Set(outcomes.flatMap((one) => (one.ok ? [] : one.reason)))).toEqual(new Set(['full']))
  expect(await readOccupiedBeds(room)).toBe(1)
  await world.check()
})
