import { select, selectOne } from '~/database/database.server'
import { type PaymentMethod, type RefundState, voidedStates } from '~/models/ledger/options'
import type { StudentScope } from '~/models/shared/scope.server'
import { type Page, selectPage } from '~/models/shared/select-page.server'
import type { VehicleType } from '~/models/vehicles/vehicle-fields'
import { applicationsPerPage } from './options'
import { type OwnTransport, ownTransportColumns, ownTransportTables } from './own-transport.server'

/* The student's applications for a vehicle. Amounts are paise. */

export interface OwnVehicleApplication extends OwnTransport {
  /** What was applied for; where the student has a seat may be another. */
  wanted: {
    vehicleNumber: string
    vehicleType: VehicleType
    routeName: string
    startLocation: string
    endLocation: string
  }
  emergencyContact: string
  medicalConditions: string | null
  specialRequirements: string | null
}

export interface OwnVehicleRow extends OwnVehicleApplication {
  owedPaise: number
  paidPaise: number
  payments: TransportPaymentRow[]
}

/** A payment that counts, or a refund of one, with what of it was for an application. */
export interface TransportPaymentRow {
  /** Public id. */
  id: string
  at: Date
  method: PaymentMethod
  /** Less than nothing where it was given back. */
  amountPaise: number
  /** How far a refund is; null for a payment. */
  refund: Exclude<RefundState, 'failed'> | null
}

const columns = `${ownTransportColumns}, wv.vehicle_number AS wantedNumber, wv.vehicle_type AS wantedType, wt.name AS wantedRoute,
  wt.start_location AS startLocation, wt.end_location AS endLocation, a.emergency_contact AS emergencyContact,
  a.medical_conditions AS medicalConditions, a.special_requirements AS specialRequirements`
const own = `${ownTransportTables} JOIN vehicle_routes w ON w.school_id = a.school_id AND w.id = a.wanted_run_id
  JOIN vehicles wv ON wv.id = w.vehicle_id JOIN transport_routes wt ON wt.id = w.route_id
  WHERE a.school_id = :schoolId AND a.student_id = :studentId AND a.kind = 'vehicle'`
const itsDues = `FROM transport_charges c JOIN dues d ON d.school_id = c.school_id AND d.student_id = a.student_id
  AND d.kind = a.kind AND d.source_id = c.id WHERE c.school_id = a.school_id AND c.application_id = a.id`

type Flat<Row extends OwnVehicleApplication> = Omit<Row, 'wanted' | 'payments'> & {
  wantedNumber: string
  wantedType: VehicleType
  wantedRoute: string
  startLocation: string
  endLocation: string
}

function nested<Row extends Flat<OwnVehicleApplication>>(row: Row) {
  const { wantedNumber: vehicleNumber, wantedType: vehicleType, wantedRoute: routeName, ...rest } = row
  const { startLocation, endLocation, ...application } = rest
  return { ...application, wanted: { vehicleNumber, vehicleType, routeName, startLocation, endLocation } }
}

/** One page of the student's applications for a vehicle, the newest first, with what was paid for each. */
export async function listOwnVehicleApplications(scope: StudentScope, page: number): Promise<Page<OwnVehicleRow>> {
  const list = await selectPage<Flat<OwnVehicleRow>>(
    {
      columns: `${columns},
        CAST(COALESCE((SELECT SUM(GREATEST(0, d.amount_paise - d.concession_paise + d.fine_paise - d.paid_paise)) ${itsDues}
          AND d.state = 'open'), 0) AS SIGNED) AS owedPaise,
        CAST(COALESCE((SELECT SUM(d.paid_paise) ${itsDues}), 0) AS SIGNED) AS paidPaise`,
      from: own,
      order: ['a.applied_at', 'a.id'],
      values: { schoolId: scope.schoolId, studentId: scope.studentId },
    },
    { page, descending: true, pageSize: applicationsPerPage },
  )
  const paid = await listTransportPayments(
    scope,
    list.rows.map(({ id }) => id),
  )
  return { ...list, rows: list.rows.map((row) => ({ ...nested(row), payments: paid.get(row.id) ?? [] })) }
}

/** The student's own application for a vehicle, or null. */
export async function findOwnVehicleApplication(scope: StudentScope, publicId: string) {
  const row = await selectOne<Flat<OwnVehicleApplication>>(
    `SELECT ${columns} FROM ${own} AND a.public_id = :publicId`,
    {
      schoolId: scope.schoolId,
      studentId: scope.studentId,
      publicId,
    },
  )
  return row && nested(row)
}

/**
 * What was paid for applications for a vehicle (by row id), and what was given back or is on its way back, the newest first. What was
 * taken back (a bounced cheque) and refunds that failed are left out.
 */
export async function listTransportPayments(scope: StudentScope, applicationIds: readonly number[]) {
  const payments = new Map<number, TransportPaymentRow[]>()
  if (applicationIds.length === 0) return payments
  const rows = await select<TransportPaymentRow & { applicationId: number }>(
    `SELECT c.application_id AS applicationId, COALESCE(f.public_id, p.public_id) AS id,
       COALESCE(f.done_at, f.created_at, p.paid_at, MAX(l.settled_at), p.created_at) AS at, COALESCE(f.given_by, p.method) AS method,
       CAST(SUM(l.amount_paise) AS SIGNED) AS amountPaise, f.state AS refund
     FROM transport_charges c
       JOIN dues d ON d.school_id = c.school_id AND d.student_id = :studentId AND d.kind = 'vehicle' AND d.source_id = c.id
       JOIN payment_lines l ON l.due_id = d.id
         AND (l.kind = 'due' AND l.state = 'settled' OR l.kind = 'refund' AND l.state <> 'void')
       JOIN payments p ON p.id = l.payment_id AND p.state NOT IN (:takenBack)
       LEFT JOIN refunds f ON f.id = l.refund_id
     WHERE c.school_id = :schoolId AND c.application_id IN (:applicationIds)
     GROUP BY c.application_id, p.id, p.public_id, p.paid_at, p.created_at, p.method, f.id, f.public_id, f.done_at, f.created_at,
       f.given_by, f.state
     ORDER BY at DESC, p.id DESC, f.id DESC`,
    { schoolId: scope.schoolId, studentId: scope.studentId, applicationIds, takenBack: voidedStates },
  )
  for (const { applicationId, ...payment } of rows)
    payments.set(applicationId, [...(payments.get(applicationId) ?? []), payment])
  return payments
}

/** How many applications for a vehicle there are, and how they were decided; who rides was approved. */
export async function countOwnVehicleApplications(scope: StudentScope) {
  const counted = await selectOne<Record<'total' | 'approved' | 'pending' | 'rejected', number>>(
    `SELECT COUNT(*) AS total, CAST(COALESCE(SUM(status IN ('approved','active','suspended')), 0) AS SIGNED) AS approved,
       CAST(COALESCE(SUM(status = 'pending'), 0) AS SIGNED) AS pending,
       CAST(COALESCE(SUM(status = 'rejected'), 0) AS SIGNED) AS rejected
     FROM transport_applications WHERE school_id = :schoolId AND student_id = :studentId AND kind = 'vehicle'`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  return counted ?? { total: 0, approved: 0, pending: 0, rejected: 0 }
}
