import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { SchoolSettings } from './tables.server'

/**
 * Takes the school's Razorpay keys away: nobody can pay online from then on. The webhook secret stays, so that a payment made
 * in the last minute is still booked.
 */
export function removePaymentKeys(scope: SchoolScope): Promise<void> {
  return inTransaction(async () => {
    const where = { schoolId: scope.schoolId }
    const row = await SchoolSettings.findOne({ where, raw: true, lock: true })
    if (!row?.razorpayKeyId) return
    await SchoolSettings.update({ razorpayKeyId: null, razorpayKeySecret: null }, { where })
    await recordAudit(scope, {
      action: 'payment-keys.removed',
      subject: { kind: 'school', id: scope.schoolId },
      details: { keyIdEnding: row.razorpayKeyId.slice(-4) },
    })
  })
}
