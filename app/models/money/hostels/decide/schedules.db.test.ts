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

/*
 * Plays random schedules of applications, decisions, stays and payments against one school: the steps of a round run
 * concurrently, and after each round the rules for beds, dues and refunds must hold (`expectConsistent`).
 */

/** Number of random schedules. Run more with SCHEDULES=300 npx vitest run … */
const scheduleCount = Number(process.env.SCHEDULES ?? 10)
const today = todayInIndia(new Date())

const actions = [
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

/** Random step; the indexes are reduced to the number of existing students, rooms, applications or payments. */
interface Step {
  action: (typeof actions)[number]
  studentIndex: number
  /** Index of the room, application, payment or link that the action concerns. */
  targetIndex: number
}

interface ApplicationNow {
  id: number
  publicId: string
  studentId: number
  checkedOutOn: string | null
}

/** A school with four students and two rooms, on which the steps act. */
class HostelWorld {
  /** Refunds decided, by application, in paise. */
  readonly decidedRefunds = new Map<number, number>()

  constructor(
    readonly school: PayingSchool,
    readonly students: MadeStudent[],
    readonly rooms: MadeRoom[],
  ) {}

  static async make(): Promise<HostelWorld> {
    const school = await makePayingSchool(sandbox)
    const students: MadeStudent[] = []
    for (let index = 0; index < 4; index++) students.push(await makeStudent(school))
    for (const student of students) await makeEnrollment(student)
    const hostel = await makeHostel(school)
    const rooms = [
      await makeRoom(hostel, { capacity: 1 }),
      await makeRoom(await makeHostel(school, { mealPlanIncluded: true, depositPaise: 0 }), { capacity: 2 }),
    ]
    return new HostelWorld(school, students, rooms)
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

  async step({ action, studentIndex, targetIndex }: Step): Promise<unknown> {
    const student = this.students[studentIndex % this.students.length] as MadeStudent
    const room = this.rooms[targetIndex % this.rooms.length] as MadeRoom
    switch (action) {
      case 'apply':
        return applyForRoom(student.scope, applicationFor(room))
      case 'join the waiting list':
        return applyForRoom(student.scope, applicationFor(room, { forWaitingList: true }))
      case 'apply for a part of the year':
        return applyForRoom(student.scope, applicationFor(room, { semester: targetIndex % 2 ? '1' : '2' }))
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
        const link = links[targetIndex % Math.max(1, links.length)]
        // The provider refuses a link that is paid, cancelled or expired.
        if (link) await (action === 'pay' ? sandbox.pay(link) : sandbox.payLate(link)).catch(() => {})
        return
      }
      case 'confirm':
      case 'not come': {
        const pendingPayments = await this.payments('public_id', "method <> 'online' AND state = 'pending'")
        const paymentId = pendingPayments[targetIndex % Math.max(1, pendingPayments.length)]
        if (!paymentId) return
        if (action === 'confirm') return confirmTransfer(this.school.scope, { paymentId, paidOn: today })
        return refuseTransfer(this.school.scope, { paymentId, reason: 'Not received' })
      }
      case 'other capacity':
        return this.changeCapacity(room, 1 + (studentIndex % 3))
      case 'leave the school':
        return inTransaction(() => leaveHostel(this.school.scope, { studentId: student.id, leftOn: today }))
      default: {
        const applications = await this.applications()
        const application = applications[targetIndex % Math.max(1, applications.length)]
        return application && this.changeApplication(action, application, studentIndex)
      }
    }
  }

  /** `variant` picks a room, an amount or a day. */
  private async changeApplication(
    action: Step['action'],
    application: ApplicationNow,
    variant: number,
  ): Promise<unknown> {
    const { scope } = this.school
    const { publicId } = application
    const owner = this.students.find((one) => one.id === application.studentId) as MadeStudent
    switch (action) {
      case 'approve':
        return approveApplication(scope, publicId, null)
      case 'approve for another room':
        return approveApplication(scope, publicId, null, this.rooms[variant % this.rooms.length]?.publicId)
      case 'move':
        return moveToRoom(scope, publicId, this.rooms[variant % this.rooms.length]?.publicId ?? '')
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
        return raiseMonths(scope, application.id, addDays(today, 25 * (1 + variant)))
      case 'refund': {
        const amounts = (await heldOf(scope, application)).held.map(({ duePublicId, heldPaise, suggestedPaise }) => ({
          duePublicId,
          amountPaise: variant % 2 ? suggestedPaise : Math.floor(heldPaise / 2),
        }))
        const payout = { remarks: 'A broken window', givenBy: 'cash' as const, givenReference: null }
        const outcome = await decideRefund(scope, publicId, { amounts, ...payout })
        if (outcome.ok) this.decidedRefunds.set(application.id, outcome.value)
        return outcome
      }
      default:
        return this.payFor(action, application, owner)
    }
  }

  private async payFor(action: Step['action'], application: ApplicationNow, owner: MadeStudent): Promise<unknown> {
    const openCharges = (await chargesOf(this.school.scope, application)).filter(
      (charge) => charge.state === 'open' && charge.paidPaise < charge.amountPaise,
    )
    const dueIds = openCharges.map((charge) => charge.duePublicId)
    const formKey = newFormKey()
    if (action === 'start paying') return startOnlinePayment(owner.scope, { dueIds, formKey })
    if (action === 'declare') {
      return declareTransfer(owner.scope, { dueIds, method: 'bank_transfer', reference: formKey, formKey })
    }
    const amountPaise = openCharges.reduce((sum, charge) => sum + charge.amountPaise - charge.paidPaise, 0)
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

  /** Asserts the rules that must hold between any two rounds. */
  async expectConsistent(): Promise<void> {
    expect(await faultsOfHostels(this.school)).toEqual([])
    expect(await faultsOfLedger(this.school)).toEqual([])
    const overlookedApplications = await readRows(
      `SELECT a.id FROM hostel_applications a JOIN rooms r ON r.id = a.room_id
       WHERE a.school_id = :id AND a.status = 'waitlisted' AND a.holds_bed = 0 AND a.offer_lapsed_at IS NULL
         AND r.status = 'available' AND r.occupied_count < r.capacity`,
      { id: this.school.id },
    )
    const refunds = await readRows<{ id: number; paise: number }>(
      `SELECT k.application_id AS id, CAST(-SUM(l.amount_paise) AS SIGNED) AS paise FROM hostel_charges k
       JOIN dues d ON d.kind = 'hostel' AND d.source_id = k.id JOIN payment_lines l ON l.due_id = d.id AND l.kind = 'refund'
       WHERE k.school_id = :id AND l.state <> 'void' GROUP BY k.application_id`,
      { id: this.school.id },
    )
    const expectedRefunds = [...this.decidedRefunds].filter(([, paise]) => paise > 0)
    expect(new Map(refunds.map(({ id, paise }) => [id, paise])), 'refunds are paid as decided').toEqual(
      new Map(expectedRefunds),
    )
    expect(overlookedApplications, 'a free bed is offered to the waiting list').toEqual([])
    const wrongCharges = await readRows(
      `SELECT source_id FROM dues WHERE school_id = :id AND kind = 'hostel' GROUP BY source_id HAVING COUNT(*) > 1
       UNION SELECT application_id FROM hostel_charges WHERE school_id = :id
         GROUP BY application_id HAVING COUNT(*) <> MAX(month) - MIN(month) + 1`,
      { id: this.school.id },
    )
    expect(wrongCharges, 'every month has one charge and one due').toEqual([])
  }
}

const randomRounds = fc.array(
  fc.array(fc.record({ action: fc.constantFrom(...actions), studentIndex: fc.nat(5), targetIndex: fc.nat(11) }), {
    minLength: 1,
    maxLength: 5,
  }),
  { minLength: 8, maxLength: 16 },
)

it('keeps beds and dues consistent under concurrent changes of applications, beds and money', { timeout: hourMs }, () =>
  steadily(async (reportProgress) => {
    await fc.assert(
      fc.asyncProperty(randomRounds, async (rounds) => {
        reportProgress('a schedule')
        const world = await HostelWorld.make()
        // Some applications exist from the beginning, so that most steps have an effect.
        for (const studentIndex of [0, 1, 2])
          await world.step({ action: 'apply', studentIndex, targetIndex: studentIndex === 2 ? 1 : 0 })
        for (const round of rounds) {
          await Promise.all(round.map((randomStep) => world.step(randomStep)))
          await world.expectConsistent()
        }
        // Finally, all webhooks arrive.
        await world.step({ action: 'provider well', studentIndex: 0, targetIndex: 0 })
        await world.step({ action: 'webhooks', studentIndex: 0, targetIndex: 0 })
        await world.expectConsistent()
        expect(await faultsOfLedger(world.school, sandbox.ledger(world.school.keys.keyId))).toEqual([])
      }),
      { numRuns: scheduleCount, endOnFailure: true },
    )
  }),
)

it('gives the last bed to one of fifty concurrent approvals', async () => {
  const world = await HostelWorld.make()
  const [room] = world.rooms as [MadeRoom]
  const applicationIds: string[] = []
  for (let index = 0; index < 50; index++) {
    const student = await makeStudent(world.school)
    await makeEnrollment(student)
    applicationIds.push((await makeHostelApplication(student, room)).publicId)
  }
  const outcomes = await Promise.all(applicationIds.map((id) => approveApplication(world.school.scope, id, null)))
  expect(outcomes.filter((one) => one.ok)).toHaveLength(1)
  expect(new Set(outcomes.flatMap((one) => (one.ok ? [] : one.reason)))).toEqual(new Set(['full']))
  expect(await readOccupiedBeds(room)).toBe(1)
  await world.expectConsistent()
})
