import { select, selectOne } from '~/database/database.server'
import { maxDuesOfPayment } from '~/models/ledger/options'
import type { StudentScope } from '~/models/shared/scope.server'
import { type ChargeDue, owedOf } from '~/models/subscriptions/charges.server'
import { chargesOf } from './charges.server'
import type { ApplicationKind, ApplicationStatus, PaymentPlan, RefundState } from './options'
import { isLive } from './rules'

/** An application as its student sees it. Amounts are paise, days YYYY-MM-DD, minutes after midnight. */
export interface OwnTransport {
  id: number
  publicId: string
  kind: ApplicationKind
  status: ApplicationStatus
  fareName: string
  pickupAddress: string
  /** Degrees as the table has them. */
  pickupLatitude: string
  pickupLongitude: string
  dropAddress: string
  paymentPlan: PaymentPlan
  distanceMetres: number
  monthPaise: number
  periodPaise: number
  depositPaise: number
  appliedAt: Date
  approvedAt: Date | null
  activatedAt: Date | null
  endedAt: Date | null
  startsOn: string | null
  endedOn: string | null
  cancelledBy: 'student' | 'office' | null
  remarks: string | null
  refundState: RefundState
  refundRemarks: string | null
  stopName: string | null
  /** Where the student has a seat. */
  routeName: string | null
  vehicleNumber: string | null
  driverName: string | null
  driverPhone: string | null
  pickupMinute: number | null
  dropMinute: number | null
}

const maxShown = 20

/** What every read of an application is made of; `a` is the application. */
export const ownTransportColumns = `a.id, a.public_id AS publicId, a.kind, a.status, a.fare_name AS fareName,
  a.pickup_address AS pickupAddress, a.pickup_latitude AS pickupLatitude, a.pickup_longitude AS pickupLongitude, a.drop_address AS dropAddress, a.payment_plan AS paymentPlan,
  a.distance_metres AS distanceMetres, a.month_paise AS monthPaise, a.period_paise AS periodPaise,
  a.deposit_paise AS depositPaise, a.applied_at AS appliedAt, a.approved_at AS approvedAt, a.activated_at AS activatedAt,
  a.ended_at AS endedAt, a.starts_on AS startsOn, a.ended_on AS endedOn, a.cancelled_by AS cancelledBy, a.remarks,
  a.refund_state AS refundState, a.refund_remarks AS refundRemarks, p.name AS stopName, t.name AS routeName,
  v.vehicle_number AS vehicleNumber, v.driver_name AS driverName, v.driver_phone AS driverPhone,
  a.pickup_minute AS pickupMinute, a.drop_minute AS dropMinute`
export const ownTransportTables = `transport_applications a LEFT JOIN route_stops p ON p.school_id = a.school_id AND p.id = a.stop_id
  LEFT JOIN (vehicle_routes r JOIN vehicles v ON v.id = r.vehicle_id JOIN transport_routes t ON t.id = r.route_id)
    ON r.school_id = a.school_id AND r.id = a.run_id`

/** The student's applications of both kinds: what is live first, then the newest. */
export function listOwnTransport(scope: StudentScope): Promise<OwnTransport[]> {
  return select<OwnTransport>(
    `SELECT ${ownTransportColumns} FROM ${ownTransportTables}
     WHERE a.school_id = :schoolId AND a.student_id = :studentId
     ORDER BY a.is_live DESC, a.applied_at DESC, a.id DESC LIMIT ${maxShown}`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
}

export interface TransportMoney {
  /** What the ledger holds of the application: the deposit first, then the periods. */
  charges: ChargeDue[]
  owedPaise: number
  paidPaise: number
  /** The dues to be paid now, by public id. */
  dueIds: string[]
}

/** What an application has raised, what of it is paid and what is owed. Only the ledger is asked. */
export async function moneyOfTransport(scope: StudentScope, application: { id: number; kind: ApplicationKind }) {
  const charges = await chargesOf(scope, { ...application, studentId: scope.studentId })
  return {
    charges,
    owedPaise: owedOf(charges),
    paidPaise: charges.reduce((sum, charge) => sum + charge.paidPaise, 0),
    dueIds: charges
      .filter((charge) => charge.state === 'open' && charge.paidPaise < charge.amountPaise)
      .slice(0, maxDuesOfPayment)
      .map((charge) => charge.duePublicId),
  }
}

/** The student's transport application that can be paid or cancelled, or null: the live one, if it is one for a fare of the school. */
export async function findLiveTransport(scope: StudentScope): Promise<OwnTransport | null> {
  const [newest] = await listOwnTransport(scope)
  return newest && newest.kind === 'transport' && isLive(newest.status) ? newest : null
}

/** Whether all that a payment is for are dues of rides, of either kind. */
export async function isPaymentOfTransport(scope: StudentScope, paymentId: string): Promise<boolean> {
  const row = await selectOne<{ rides: number | null; dues: number }>(
    `SELECT CAST(SUM(d.kind IN ('transport','vehicle')) AS SIGNED) AS rides, COUNT(*) AS dues FROM payments p
       JOIN payment_lines l ON l.payment_id = p.id AND l.kind = 'due' JOIN dues d ON d.id = l.due_id
     WHERE p.school_id = :schoolId AND p.student_id = :studentId AND p.public_id = :paymentId`,
    { schoolId: scope.schoolId, studentId: scope.studentId, paymentId },
  )
  return row !== null && row.dues > 0 && row.rides === row.dues
}
