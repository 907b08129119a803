import { selectOne } from '~/database/connection.server'
import type { VisitorScope } from '~/models/shared/scope.server'

/** Whose payment an address names. For the provider's callback alone: its signature, not a session, proves what it says. */
export function findPaymentOwner(
  _visitor: VisitorScope,
  paymentId: string,
): Promise<{ schoolId: number; studentId: number } | null> {
  return selectOne('SELECT school_id AS schoolId, student_id AS studentId FROM payments WHERE public_id = :paymentId', {
    paymentId,
  })
}
