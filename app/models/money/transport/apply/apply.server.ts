import { inTransaction, number, selectRow, text, wordOf } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import type { Point } from '~/models/core/shared/geo'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { type ForStudent, lockLedger } from '~/models/money/ledger/locks.server'
import { routeIsDriven } from '~/models/money/vehicles/offered-sql.server'
import { currentSessionOf } from '~/models/people/academics/current-session.server'
import { notifyApplicant } from '../decide/notify-applicant.server'
import type { ApplicationKind, PaymentPlan } from '../options'
import { shownPrice } from '../rules'
import { TransportApplication } from '../tables.server'
import { type FareQuote, quoteTransport, quoteVehicle, type WantedFare } from './quote-fare.server'

export interface Application {
  pickupAddress: string
  pickup: Point
  dropAddress: string
  drop: Point | null
  paymentPlan: PaymentPlan
  emergencyContact: string
  medicalConditions: string | null
  specialRequirements: string | null
  /**
   * Price of the chosen plan that the page showed (`shownPrice`). If the price has changed since, the application is
   * refused. Null when the office applies.
   */
  seenPrice: string | null
  formKey: string
}

/**
 * Applies for transport by a fare, once per form key; the student owes nothing and has no seat before approval. Refuses
 * what `quoteTransport` refuses, `no-route` (no trip offered), `no-session` (not enrolled in the current session),
 * `applied-already` (a live application of either kind), `fare-changed` and `stale` (another student's form).
 */
export async function applyForTransport(
  scope: ForStudent,
  {
    fareStructureId,
    stopId,
    preferredRouteId,
    ...input
  }: Application & WantedFare & { preferredRouteId: string | null },
) {
  const sentId = await findSent(scope, input.formKey)
  if (sentId) return done({ applicationId: sentId })
  const quote = await quoteTransport(scope, { pickup: input.pickup, fareStructureId, stopId })
  if (!quote.ok) return quote
  const preferredRoute = preferredRouteId === null ? null : await findRoute(scope, preferredRouteId)
  if (preferredRouteId !== null && !preferredRoute) return refused('no-route')
  const { stop } = quote.value
  return send(scope, input, quote.value, {
    kind: 'transport',
    fareStructureId: quote.value.fareStructureId,
    stopId: stop?.id ?? null,
    // A stop fixes the route and overrides the preferred one.
    wantedRouteId: stop?.routeId ?? preferredRoute?.id ?? null,
    wantedRunId: null,
  })
}

/**
 * Applies for a seat in a vehicle on one of its routes. Works like `applyForTransport`; refuses what `quoteVehicle`
 * refuses, and `full` when no seat is free.
 */
export async function applyForVehicle(scope: ForStudent, { runId, ...input }: Application & { runId: string }) {
  const sentId = await findSent(scope, input.formKey)
  if (sentId) return done({ applicationId: sentId })
  const quote = await quoteVehicle(scope, { pickup: input.pickup, runId })
  if (!quote.ok) return quote
  const { run } = quote.value
  if (run.seatsTaken >= run.seats) return refused('full')
  return send(scope, input, quote.value, {
    kind: 'vehicle',
    fareStructureId: null,
    stopId: null,
    wantedRouteId: run.routeId,
    wantedRunId: run.id,
  })
}

export type TransportRefusal = Extract<Awaited<ReturnType<typeof applyForTransport>>, { ok: false }>['reason']
export type VehicleRefusal = Extract<Awaited<ReturnType<typeof applyForVehicle>>, { ok: false }>['reason']

type Row = NonNullable<typeof TransportApplication.row>
type Wanted = Pick<Row, 'kind' | 'fareStructureId' | 'stopId' | 'wantedRouteId' | 'wantedRunId'>

async function send(
  scope: ForStudent,
  { pickup, drop, seenPrice, ...asked }: Application,
  quote: FareQuote,
  choiceFields: Wanted,
) {
  const price = quote.plans.find(({ plan }) => plan === asked.paymentPlan)
  if (!price) throw new Error('The payment plan has no price')
  return inTransaction(
    async () => {
      await lockLedger(scope, scope.studentId)
      const sentId = await findSent(scope, asked.formKey)
      if (sentId) return done({ applicationId: sentId })
      const sessionId = await currentSessionOf(scope)
      if (sessionId === null) return refused('no-session')
      if (await findLive(scope)) return refused('applied-already')
      if (seenPrice !== null && shownPrice(price.periodPaise, quote.depositPaise) !== seenPrice)
        return refused('fare-changed')
      const publicId = newPublicId()
      const application = await TransportApplication.create({
        publicId,
        schoolId: scope.schoolId,
        studentId: scope.studentId,
        academicSessionId: sessionId,
        ...asked,
        pickupLatitude: String(pickup.latitude),
        pickupLongitude: String(pickup.longitude),
        dropLatitude: drop && String(drop.latitude),
        dropLongitude: drop && String(drop.longitude),
        fareName: quote.fareName,
        distanceMetres: quote.metres,
        isStraight: quote.isFallback && quote.isByDistance,
        monthPaise: quote.monthPaise,
        periodPaise: price.periodPaise,
        depositPaise: quote.depositPaise,
        appliedAt: new Date(),
        ...choiceFields,
      })
      await notifyApplicant(scope, { studentId: scope.studentId, fareName: quote.fareName }, { kind: 'applied' })
      const { periodPaise } = price
      const details = { kind: choiceFields.kind, fare: quote.fareName, metres: quote.metres, periodPaise }
      const subject = { kind: 'transport-application', id: application.id }
      await recordAudit(scope, { action: 'transport-application.sent', subject, details })
      return done({ applicationId: publicId })
    },
    { transport_applications_form_key: 'stale', transport_applications_one_live: 'applied-already' },
  )
}

/**
 * Returns the public id of the application submitted with this form key, or null: a second submit leads to the first
 * one's page.
 */
export async function findSent(scope: ForStudent, formKey: string): Promise<string | null> {
  const filter = { schoolId: scope.schoolId, studentId: scope.studentId, formKey }
  const sentApplication = await TransportApplication.findOne({ attributes: ['publicId'], where: filter, raw: true })
  return sentApplication?.publicId ?? null
}

/** Returns the student's live application of either kind, or null. */
export function findLive(scope: ForStudent): Promise<{ publicId: string; kind: ApplicationKind } | null> {
  return selectRow(
    { publicId: text('public_id'), kind: wordOf<ApplicationKind>('kind') },
    'FROM transport_applications WHERE school_id = :schoolId AND student_id = :studentId AND is_live = 1',
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
}

function findRoute(scope: ForStudent, publicId: string): Promise<{ id: number } | null> {
  return selectRow(
    { id: number('t.id') },
    `FROM transport_routes t WHERE t.school_id = :schoolId AND t.public_id = :publicId AND ${routeIsDriven}`,
    { schoolId: scope.schoolId, publicId },
  )
}
