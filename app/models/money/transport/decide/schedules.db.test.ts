import fc from 'fast-check'
import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { startOnlinePayment } from '~/models/money/ledger/online/start-online-payment.server'
import { makeEnrollment } from '../../../../../tests/factories/academics'
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
import {
  faultsOfTransport,
  locateSchool,
  type MadeFare,
  type MadeRun,
  makeFare,
  makeRoute,
  makeRun,
  makeVehicle,
  transportAnswers,
} from '../../../../../tests/factories/transport'
import { hourMs } from '../../../../../tests/setup/slowness'
import { steadily } from '../../../../../tests/setup/steadily'
import { applyForTransport, applyForVehicle } from '../apply/apply.server'
import { chargesOf } from '../charges.server'
import type { ApplicationKind } from '../options'
import { raisePeriods } from '../raise-periods.server'
import { shownPrice } from '../rules'
import { activateApplication } from './activate-application.server'
import { approveApplication } from './approve-application.server'
import { cancelOwnApplication, endByOffice } from './close-application.server'
import { decideRefund, heldOf } from './decide-refund.server'
import { leaveTransport } from './leave-transport.server'
import { suspendApplication } from './suspend-application.server'

/*
 * Plays random schedules of applications, decisions, seats and payments against one school: the steps of a round run
 * concurrently, and after each round the rules for seats and dues must hold (`check`).
 */

/** Number of random schedules. Run more with SCHEDULES=300 npx vitest run … */
const scheduleCount = Number(process.env.SCHEDULES ?? 10)
const today = todayInIndia(new Date())

const actions = [
  'apply by a fare',
  'apply for a vehicle',
  'approve with a seat',
  'approve without',
  'activate',
  'activate unpaid',
  'suspend',
  'reject',
  'cancel',
  'cancel by the office',
  'end',
  'pay at the office',
  'start paying',
  'pay',
  'pay late',
  'webhooks',
  'refund',
  'raise periods',
  'other capacity',
  'vehicle in repair',
  'leave the school',
  'provider down',
  'provider well',
] as const

interface Step {
  action: (typeof actions)[number]
  studentIndex: number
  targetIndex: number
}

interface TransportNow {
  id: number
  publicId: string
  studentId: number
  kind: ApplicationKind
  endedOn: string | null
}

class TransportWorld {
  /** Decided refunds by application, in paise. */
  readonly decided = new Map<number, number>()

  constructor(
    readonly school: PayingSchool,
    readonly students: MadeStudent[],
    readonly fare: MadeFare,
    readonly runs: MadeRun[],
  ) {}

  static async make(): Promise<TransportWorld> {
    const school = await makePayingSchool(sandbox)
    await locateSchool(school)
    const students: MadeStudent[] = []
    for (let index = 0; index < 4; index++) students.push(await makeStudent(school))
    for (const student of students) await makeEnrollment(student)
    const route = await makeRoute(school)
    const runs = [
      await makeRun(await makeVehicle(school, { capacity: 1 }), route),
      await makeRun(await makeVehicle(school, { capacity: 2 }), route),
    ]
    return new TransportWorld(school, students, await makeFare(school), runs)
  }

  applications(): Promise<TransportNow[]> {
    return readRows<TransportNow>(
      `SELECT id, public_id AS publicId, student_id AS studentId, kind, ended_on AS endedOn
       FROM transport_applications WHERE school_id = :id ORDER BY id`,
      { id: this.school.id },
    )
  }

  async step({ action, studentIndex, targetIndex }: Step): Promise<unknown> {
    const student = this.students[studentIndex % this.students.length] as MadeStudent
    const run = this.runs[targetIndex % this.runs.length] as MadeRun
    const paymentPlan = targetIndex % 3 === 0 ? 'quarterly' : 'monthly'
    const answers = transportAnswers({
      paymentPlan,
      seenPrice: shownPrice(paymentPlan === 'monthly' ? 1_620_00 : 4_617_00, 2_000_00),
    })
    switch (action) {
      case 'apply by a fare': {
        const wanted = { fareStructureId: this.fare.publicId, stopId: null, preferredRouteId: null }
        return applyForTransport(student.scope, { ...answers, ...wanted })
      }
      case 'apply for a vehicle':
        return applyForVehicle(student.scope, { ...answers, runId: run.publicId })
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
        const links = await readRows<{ link: string }>(
          'SELECT provider_link_id AS link FROM payments WHERE school_id = :id AND provider_link_id IS NOT NULL ORDER BY id',
          { id: this.school.id },
        )
        const link = links[targetIndex % Math.max(1, links.length)]?.link
        // The provider refuses a link that is paid, cancelled or expired.
        if (link) await (action === 'pay' ? sandbox.pay(link) : sandbox.payLate(link)).catch(() => {})
        return
      }
      case 'other capacity':
        return execute('UPDATE vehicle_routes SET seats = GREATEST(seats_taken, :seats, 1) WHERE id = :id', {
          id: run.id,
          seats: 1 + (studentIndex % 3),
        })
      case 'vehicle in repair':
        return execute('UPDATE vehicles SET status = :status WHERE id = :id', {
          id: run.vehicle.id,
          status: studentIndex % 2 ? 'active' : 'maintenance',
        })
      case 'leave the school':
        return inTransaction(() => leaveTransport(this.school.scope, { studentId: student.id, leftOn: today }))
      default: {
        const applications = await this.applications()
        const application = applications[targetIndex % Math.max(1, applications.length)]
        return application && this.withTransport(action, application, studentIndex, run)
      }
    }
  }

  private async withTransport(
    action: Step['action'],
    application: TransportNow,
    studentIndex: number,
    run: MadeRun,
  ): Promise<unknown> {
    const { scope } = this.school
    const { publicId } = application
    const owner = this.students.find((one) => one.id === application.studentId) as MadeStudent
    const times = { pickupMinute: 420, dropMinute: 850 }
    switch (action) {
      case 'approve with a seat':
        // Every second student starts tomorrow, so that later steps can also cancel a seat before travel begins.
        return approveApplication(scope, publicId, {
          startsOn: addDays(today, studentIndex % 2),
          runId: run.publicId,
          remarks: null,
        })
      case 'approve without':
        return approveApplication(scope, publicId, { startsOn: today, runId: null, remarks: null })
      case 'activate':
      case 'activate unpaid':
        return activateApplication(scope, publicId, {
          runId: run.publicId,
          ...times,
          evenUnpaid: action === 'activate unpaid',
        })
      case 'suspend':
        return suspendApplication(scope, publicId, 'Noise on the bus')
      case 'reject':
        return endByOffice(scope, publicId, { kind: 'rejected', remarks: 'No seat' })
      case 'cancel':
        return cancelOwnApplication(owner.scope, publicId)
      case 'cancel by the office':
        return endByOffice(scope, publicId, { kind: 'cancelled', by: 'office', remarks: null })
      case 'end':
        return endByOffice(scope, publicId, { kind: 'ended', day: today, remarks: null })
      case 'raise periods':
        return raisePeriods(scope, application.id, addDays(today, 40 * (1 + studentIndex)))
      case 'refund': {
        const amounts = (await heldOf(scope, application)).held.map(({ duePublicId, heldPaise, suggestedPaise }) => ({
          duePublicId,
          amountPaise: studentIndex % 2 ? suggestedPaise : Math.floor(heldPaise / 2),
        }))
        const how = { remarks: 'A torn seat', givenBy: 'cash' as const, givenReference: null }
        const outcome = await decideRefund(scope, publicId, { amounts, ...how })
        if (outcome.ok) this.decided.set(application.id, outcome.value)
        return outcome
      }
      default:
        return this.payFor(action, application, owner)
    }
  }

  private async payFor(action: Step['action'], application: TransportNow, owner: MadeStudent): Promise<unknown> {
    const owed = (await chargesOf(this.school.scope, application)).filter(
      (charge) => charge.state === 'open' && charge.paidPaise < charge.amountPaise,
    )
    const dueIds = owed.map((charge) => charge.duePublicId)
    const formKey = newFormKey()
    if (action === 'start paying') return startOnlinePayment(owner.scope, { dueIds, formKey })
    const amountPaise = owed.reduce((sum, charge) => sum + charge.amountPaise - charge.paidPaise, 0)
    const money = { dueIds, method: 'cash' as const, amountPaise, reference: null, remarks: null }
    return recordOfflinePayment(this.school.scope, { ...money, paidOn: today, formKey })
  }

  async check(): Promise<void> {
    expect(await faultsOfTransport(this.school)).toEqual([])
    expect(await faultsOfLedger(this.school)).toEqual([])
    const given = await readRows<{ id: number; paise: number }>(
      `SELECT k.application_id AS id, CAST(-SUM(l.amount_paise) AS SIGNED) AS paise FROM transport_charges k
       JOIN dues d ON d.kind IN ('transport','vehicle') AND d.source_id = k.id AND d.school_id = k.school_id
       JOIN payment_lines l ON l.due_id = d.id AND l.kind = 'refund'
       WHERE k.school_id = :id AND l.state <> 'void' GROUP BY k.application_id`,
      { id: this.school.id },
    )
    const decided = [...this.decided].filter(([, paise]) => paise > 0)
    expect(new Map(given.map(({ id, paise }) => [id, paise])), 'refunds are paid as decided').toEqual(new Map(decided))
    const twice = await readRows(
      `SELECT source_id FROM dues WHERE school_id = :id AND kind IN ('transport','vehicle') GROUP BY source_id HAVING COUNT(*) > 1`,
      { id: this.school.id },
    )
    expect(twice, 'every period is owed once').toEqual([])
  }
}

const steps = fc.array(
  fc.array(fc.record({ action: fc.constantFrom(...actions), studentIndex: fc.nat(5), targetIndex: fc.nat(11) }), {
    minLength: 1,
    maxLength: 5,
  }),
  { minLength: 8, maxLength: 16 },
)

it('keeps seats and dues consistent under any interleaving of applications, seats and money', { timeout: hourMs }, () =>
  steadily(async (step) => {
    await fc.assert(
      fc.asyncProperty(steps, async (rounds) => {
        step('a schedule')
        const world = await TransportWorld.make()
        // Starts with some applications, so that most steps have something to act on.
        for (const studentIndex of [0, 1, 2]) {
          await world.step({
            action: studentIndex === 2 ? 'apply for a vehicle' : 'apply by a fare',
            studentIndex,
            targetIndex: studentIndex,
          })
        }
        for (const round of rounds) {
          await Promise.all(round.map((step) => world.step(step)))
          await world.check()
        }
        // Finally deliver all pending webhooks.
        await world.step({ action: 'provider well', studentIndex: 0, targetIndex: 0 })
        await world.step({ action: 'webhooks', studentIndex: 0, targetIndex: 0 })
        await world.check()
        expect(await faultsOfLedger(world.school, sandbox.ledger(world.school.keys.keyId))).toEqual([])
      }),
      { numRuns: scheduleCount, endOnFailure: true },
    )
  }),
)
