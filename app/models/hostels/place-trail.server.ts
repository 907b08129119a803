import { select } from '~/database/connection.server'
import { excessSql } from '~/models/ledger/collections.server'
import type { OfflineMethod, PaymentMethod, PaymentState, RefundState } from '~/models/ledger/options'
import type { SchoolScope } from '~/models/shared/scope.server'

export interface PlacePayment {
  publicId: string
  method: PaymentMethod
  state: PaymentState
  /** What of it is for the place, settled or still waiting, in paise: nothing of one that came to nothing. */
  amountPaise: number
  /** What the school holds of it although nothing is owed for it. */
  excessPaise: number
  at: Date
  receiptId: string | null
  hasProof: boolean
}

export interface PlaceRefund {
  paymentId: string
  amountPaise: number
  state: RefundState
  givenBy: OfflineMethod | null
  failure: string | null
  at: Date
}

type Line = PlacePayment & { kind: 'due' | 'refund' } & {
  refundState: RefundState
  givenBy: OfflineMethod | null
  failure: string | null
  refundedAt: Date
}

/** The acts of paying for a place, declared ones that wait among them, and what went back of them; the oldest first. */
export async function listPlaceMoney(
  scope: SchoolScope,
  application: { id: number; studentId: number },
): Promise<{ payments: PlacePayment[]; refunds: PlaceRefund[] }> {
  const lines = await select<Line>(
    `SELECT l.kind, p.public_id AS publicId, p.method, p.state, CAST(SUM(IF(l.kind = 'due' AND l.state = 'void', 0, ABS(l.amount_paise))) AS SIGNED) AS amountPaise,
       ${excessSql} AS excessPaise, COALESCE(p.paid_at, p.created_at) AS at, o.public_id AS receiptId, p.proof_file_id IS NOT NULL AS hasProof,
       f.state AS refundState, f.given_by AS givenBy, f.failure, COALESCE(f.done_at, f.created_at) AS refundedAt
     FROM hostel_charges k
     JOIN dues d ON d.school_id = k.school_id AND d.student_id = :studentId AND d.kind = 'hostel' AND d.source_id = k.id
     JOIN payment_lines l ON l.due_id = d.id AND l.kind IN ('due','refund')
     JOIN payments p ON p.id = l.payment_id LEFT JOIN receipts o ON o.payment_id = p.id
     LEFT JOIN refunds f ON f.id = l.refund_id
     WHERE k.school_id = :schoolId AND k.application_id = :applicationId
     GROUP BY l.kind, p.id, f.id, o.public_id ORDER BY MIN(l.id)`,
    { schoolId: scope.schoolId, studentId: application.studentId, applicationId: application.id },
  )
  return {
    payments: lines
      .filter((line) => line.kind === 'due')
      .map(({ publicId, method, state, amountPaise, excessPaise, at, receiptId, hasProof }) => ({
        ...{ publicId, method, state, amountPaise, excessPaise, at, receiptId },
        hasProof: Boolean(hasProof),
      })),
    refunds: lines
      .filter((line) => line.kind === 'refund')
      .map(({ publicId: paymentId, amountPaise, refundState: state, givenBy, failure, refundedAt: at }) => ({
        ...{ paymentId, amountPaise, state, givenBy, failure, at },
      })),
  }
}

/** Those of the payments that the student has declared and nobody has confirmed or refused yet. */
export function waitingAmong(payments: readonly PlacePayment[]): PlacePayment[] {
  return payments.filter((payment) => payment.method !== 'online' && payment.state === 'pending')
}

export interface PlaceFact {
  action: string
  actorKind: 'staff' | 'student' | 'system'
  actorName: string
  at: Date
}

/** What was done to an application and by whom, from the audit log, the oldest first. */
export function listPlaceFacts(scope: SchoolScope, application: { id: number }): Promise<PlaceFact[]> {
  return select<PlaceFact>(
    `SELECT action, actor_kind AS actorKind, actor_name AS actorName, created_at AS at FROM audit_entries
     WHERE school_id = :schoolId AND subject_kind = 'hostel-application' AND subject_id = :id ORDER BY id LIMIT 100`,
    { schoolId: scope.schoolId, id: application.id },
  )
}
