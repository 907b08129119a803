import { instant, number, selectRow, selectRows, text, wordOf } from '~/database/database.server'
import { selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { type RefundState, voidedStates } from '~/models/money/ledger/options'
import type { PaymentMethod } from '~/models/money/ledger/payment-methods'
import { TransportRoute, Vehicle } from '~/models/money/vehicles/tables.server'
import { allDues, moneyColumns } from '../charges.server'
import { applicationsPerPage } from '../options'
import { ownTransport, ownTransportTables } from './own-transport.server'

/* Vehicle applications of one student. Amounts are paise. */

/** Payment that was not reversed, or its refund; the amount is the share for one application. */
export interface TransportPaymentRow {
  id: string
  at: Date
  method: PaymentMethod
  /** Negative for a refund. */
  amountPaise: number
  /** Progress of a refund; null for a payment. */
  refund: Exclude<RefundState, 'failed'> | null
}

const wantedSelection = {
  wantedNumber: text('wv.vehicle_number'),
  wantedType: columnsOf(Vehicle, 'wv', 'vehicleType').vehicleType,
  wantedRoute: text('wt.name'),
  ...columnsOf(TransportRoute, 'wt', 'startLocation', 'endLocation'),
}
const ownApplicationsSql = `${ownTransportTables} JOIN vehicle_routes w ON w.school_id = a.school_id AND w.id = a.wanted_run_id
  JOIN vehicles wv ON wv.id = w.vehicle_id JOIN transport_routes wt ON wt.id = w.route_id
  WHERE a.school_id = :schoolId AND a.student_id = :studentId AND a.kind = 'vehicle'`

/** Lists one page of the student's vehicle applications, newest first, with the payments for each. */
export async function listOwnVehicleApplications(scope: StudentScope, page: number) {
  const list = await selectPage(
    {
      columns: { ...ownTransport, ...wantedSelection, ...moneyColumns },
      from: ownApplicationsSql,
      order: ['a.applied_at', 'a.id'],
      values: { schoolId: scope.schoolId, studentId: scope.studentId },
    },
    { page, descending: true, pageSize: applicationsPerPage },
  )
  const ids = list.rows.map(({ id }) => id)
  const paid = await listTransportPayments(scope, ids)
  return { ...list, rows: list.rows.map((row) => ({ ...row, payments: paid.get(row.id) ?? [] })) }
}

export type OwnVehicleRow = Awaited<ReturnType<typeof listOwnVehicleApplications>>['rows'][number]

/**
 * Returns the student's own vehicle application with the vehicle applied for (the assigned seat may be in another), or
 * null.
 */
export function findOwnVehicleApplication(scope: StudentScope, publicId: string) {
  return selectRow({ ...ownTransport, ...wantedSelection }, `FROM ${ownApplicationsSql} AND a.public_id = :publicId`, {
    schoolId: scope.schoolId,
    studentId: scope.studentId,
    publicId,
  })
}

export type OwnVehicleApplication = NonNullable<Awaited<ReturnType<typeof findOwnVehicleApplication>>>

/**
 * Returns for each vehicle application (row id) its payments and refunds, done or in progress, newest first. Leaves out
 * reversed payments (a bounced cheque) and failed refunds.
 */
export async function listTransportPayments(scope: StudentScope, applicationIds: readonly number[]) {
  const payments = new Map<number, TransportPaymentRow[]>()
  if (applicationIds.length === 0) return payments
  const rows = await selectRows(
    {
      applicationId: number('a.id'),
      id: text('COALESCE(f.public_id, p.public_id)'),
      at: instant('COALESCE(f.done_at, f.created_at, p.paid_at, MAX(l.settled_at), p.created_at)'),
      method: wordOf<PaymentMethod>('COALESCE(f.given_by, p.method)'),
      amountPaise: number('CAST(SUM(l.amount_paise) AS SIGNED)'),
      refund: wordOf<Exclude<RefundState, 'failed'> | null>('f.state'),
    },
    `${allDues}
       JOIN payment_lines l ON l.due_id = d.id
         AND (l.kind = 'due' AND l.state = 'settled' OR l.kind = 'refund' AND l.state <> 'void')
       JOIN payments p ON p.id = l.payment_id AND p.state NOT IN (:takenBack)
       LEFT JOIN refunds f ON f.id = l.refund_id
     WHERE a.school_id = :schoolId AND a.student_id = :studentId AND a.id IN (:applicationIds)
     GROUP BY a.id, p.id, p.public_id, p.paid_at, p.created_at, p.method, f.id, f.public_id, f.done_at, f.created_at,
       f.given_by, f.state
     ORDER BY at DESC, p.id DESC, f.id DESC`,
    { schoolId: scope.schoolId, studentId: scope.studentId, applicationIds, takenBack: voidedStates },
  )
  for (const { applicationId, ...payment } of rows)
    payments.set(applicationId, [...(payments.get(applicationId) ?? []), payment])
  return payments
}

/** Counts vehicle applications by decision; active and suspended ones count as approved. */
export async function countOwnVehicleApplications(scope: StudentScope) {
  const counts = await selectRow(
    {
      total: number('COUNT(*)'),
      approved: number("CAST(COALESCE(SUM(status IN ('approved','active','suspended')), 0) AS SIGNED)"),
      pending: number("CAST(COALESCE(SUM(status = 'pending'), 0) AS SIGNED)"),
      rejected: number("CAST(COALESCE(SUM(status = 'rejected'), 0) AS SIGNED)"),
      cancelled: number("CAST(COALESCE(SUM(status = 'cancelled'), 0) AS SIGNED)"),
    },
    "FROM transport_applications WHERE school_id = :schoolId AND student_id = :studentId AND kind = 'vehicle'",
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  return counts ?? { total: 0, approved: 0, pending: 0, rejected: 0, cancelled: 0 }
}
