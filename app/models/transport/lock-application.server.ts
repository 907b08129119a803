import { selectOne } from '~/database/connection.server'
import { type LedgerScope, lockLedger, studentOf } from '~/models/ledger/locks.server'
import type { ApplicationKind, ApplicationStatus, PaymentPlan, RefundState } from './options'
import { TransportApplication } from './tables.server'

export interface LockedApplication {
  id: number
  publicId: string
  schoolId: number
  studentId: number
  academicSessionId: number
  kind: ApplicationKind
  status: ApplicationStatus
  /** What was applied for: the fare, or the vehicle and route. */
  fareName: string
  wantedRunId: number | null
  /** Where the student has a seat. */
  runId: number | null
  paymentPlan: PaymentPlan
  /** Paise. */
  periodPaise: number
  depositPaise: number
  /** YYYY-MM-DD, as are all days. */
  startsOn: string | null
  /** Since when the student rides (again), where that was not the first day: periods that passed before it are not owed. */
  resumedOn: string | null
  /** Since when the student does not ride. */
  suspendedAt: Date | null
  endedOn: string | null
  refundState: RefundState
}

/**
 * The application, held by this transaction with its student's ledger (locked first, as everywhere), or null when the scope has no such
 * application.
 */
export async function lockApplication(
  scope: LedgerScope,
  which: { id: number } | { publicId: string },
): Promise<LockedApplication | null> {
  const own = studentOf(scope)
  const where = { ...which, schoolId: scope.schoolId, ...(own === null ? {} : { studentId: own }) }
  const found = await TransportApplication.findOne({
    attributes: ['id', 'studentId'],
    where,
    raw: true,
  })
  if (!found) return null
  await lockLedger(scope, found.studentId)
  return selectOne<LockedApplication>(
    `SELECT id, public_id AS publicId, school_id AS schoolId, student_id AS studentId, academic_session_id AS academicSessionId,
       kind, status, fare_name AS fareName, wanted_run_id AS wantedRunId, run_id AS runId, payment_plan AS paymentPlan,
       period_paise AS periodPaise, deposit_paise AS depositPaise, starts_on AS startsOn, resumed_on AS resumedOn, suspended_at AS suspendedAt,
       ended_on AS endedOn, refund_state AS refundState
     FROM transport_applications WHERE school_id = :schoolId AND id = :id FOR UPDATE`,
    { schoolId: scope.schoolId, id: found.id },
  )
}
