import { execute, inParts, number, selectRow, selectRows, text } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { releaseFiles } from '~/models/core/files/keep-received.server'
import { formatPaise } from '~/models/core/shared/money'
import { systemActor } from '~/models/core/shared/system-actor'
import { hasHeadsSql, readTuition } from './books/tuition.server'
import type { LedgerScope } from './locks.server'

const issued = {
  id: number('x.id'),
  studentId: number('x.student_id'),
  number: text('x.number_text'),
  student: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  feeYear: text('x.fee_year'),
  /** Printed total, in paise. */
  saidPaise: number("CAST(JSON_UNQUOTE(JSON_EXTRACT(x.content, '$.total_paise')) AS SIGNED)"),
}

/**
 * Runs in the caller's transaction: cancels the student's fee certificates that state more than the money that counts
 * today, because some was refunded, bounced, or is no longer tuition. Every use case that reduces a payment calls it,
 * so that such a certificate is never valid. The caller locks the ledger. The system is recorded as the actor.
 * @param paymentId payment that is reduced; if it paid no fee, all certificates stay valid
 */
export async function cancelUntrueFees(scope: LedgerScope, studentId: number, paymentId?: number): Promise<void> {
  const payments = paymentId === undefined ? undefined : [{ id: paymentId, studentId }]
  await cancelCertificates(scope, [studentId], payments)
}

/** `cancelUntrueFees` for many payments at once. */
export async function cancelUntrueFeesOf(
  scope: LedgerScope,
  payments: ReadonlyArray<{ id: number; studentId: number }>,
): Promise<void> {
  for (const part of inParts(payments))
    await cancelCertificates(scope, [...new Set(part.map(({ studentId }) => studentId))], part)
}

async function cancelCertificates(
  scope: LedgerScope,
  studentIds: readonly number[],
  payments?: ReadonlyArray<{ id: number }>,
): Promise<void> {
  const { schoolId } = scope
  const ofFees = `AND EXISTS (SELECT 1 FROM payments p JOIN payment_lines l ON l.payment_id = p.id JOIN dues d ON d.id = l.due_id
    WHERE p.school_id = :schoolId AND p.student_id = x.student_id AND p.id IN (:paymentIds) AND ${hasHeadsSql})`
  const certificates = await selectRows(
    issued,
    `FROM certificates x JOIN students s ON s.id = x.student_id
     WHERE x.school_id = :schoolId AND x.student_id IN (:studentIds) AND x.fee_year IS NOT NULL AND x.state = 'issued'
       ${payments ? ofFees : ''} ORDER BY x.student_id, x.id`,
    { schoolId, studentIds, paymentIds: payments?.map(({ id }) => id) ?? null },
  )
  const byItself = { ...scope, actor: systemActor }
  const tuitionByYear = new Map<string, number>()
  for (const { id, studentId, number, student, feeYear, saidPaise } of certificates) {
    const key = `${studentId} ${feeYear}`
    const totalPaise = tuitionByYear.get(key) ?? (await readTuition(scope, studentId, feeYear)).totalPaise
    tuitionByYear.set(key, totalPaise)
    if (saidPaise <= totalPaise) continue
    // Locks by id alone, so as not to wait for locks on the student's other certificates.
    const lock = "FROM certificates x WHERE x.school_id = :schoolId AND x.id = :id AND x.state = 'issued' FOR UPDATE"
    if (!(await selectRow({ id: issued.id }, lock, { schoolId, id }))) continue
    const [said, counts] = [formatPaise(saidPaise, { style: 'exact' }), formatPaise(totalPaise, { style: 'exact' })]
    const reason = `It certifies ${said}, but the payments now come to ${counts}`
    await writeCancelled(byItself, id, reason)
    const subject = { kind: 'certificate', id }
    await recordAudit(byItself, { action: 'certificate.cancelled', subject, details: { number, student, reason } })
  }
}

/**
 * Cancels a certificate whose row the caller's transaction has locked; later prints show the cancellation. Defined in
 * the ledger, which cancels certificates that it has made untrue but must not import the certificates' code.
 */
export async function writeCancelled(scope: LedgerScope, id: number, reason: string): Promise<void> {
  const { schoolId } = scope
  await execute(
    `UPDATE certificates SET state = 'cancelled', cancelled_at = UTC_TIMESTAMP(3), cancelled_by_name = :name, cancel_reason = :reason,
       updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
    { schoolId, id, name: scope.actor.name, reason },
  )
  const copies =
    'FROM certificate_copies c WHERE c.school_id = :schoolId AND c.certificate_id = :id AND c.file_id IS NOT NULL'
  const files = await selectRows({ fileId: number('c.file_id') }, copies, { schoolId, id })
  await execute('UPDATE certificate_copies SET file_id = NULL WHERE school_id = :schoolId AND certificate_id = :id', {
    schoolId,
    id,
  })
  await releaseFiles(
    scope,
    files.map(({ fileId }) => fileId),
  )
}
