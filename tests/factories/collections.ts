import { execute } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { declareTransfer } from '~/models/money/ledger/counter/declared-payments.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { bounceCheque } from '~/models/money/ledger/counter/void-payment.server'
import { readRows } from './read'
import type { MadeStaff } from './school'
import type { MadeStudent } from './student'

/**
 * Adds rarer cases of a cash desk: a part payment, a bounced cheque, a transfer to confirm. The
 * school accepts part payments.
 */
export async function makeDemoCollections(
  office: MadeStaff,
  students: readonly MadeStudent[],
  now: Date,
): Promise<void> {
  const [partPayer, chequePayer, transferPayer] = students
  if (!partPayer || !chequePayer || !transferPayer) throw new Error('the demo has more students')
  const paidOn = todayInIndia(now)
  await execute(
    'UPDATE school_settings SET part_payment_allowed = 1, part_payment_minimum_paise = 100000 WHERE school_id = :schoolId',
    { schoolId: office.scope.schoolId },
  )
  const part = await lastDue(partPayer)
  await recordOfflinePayment(office.scope, {
    dueIds: [part.publicId],
    method: 'upi',
    amountPaise: part.balancePaise,
    parts: new Map([[part.publicId, 500_000]]),
    reference: '632514789012',
    remarks: 'The rest after Diwali',
    paidOn,
    formKey: `demo-part-${part.publicId}`,
  })
  const bounced = await lastDue(chequePayer)
  const cheque = await recordOfflinePayment(office.scope, {
    dueIds: [bounced.publicId],
    method: 'cheque',
    amountPaise: bounced.balancePaise,
    reference: '004519, State Bank of India',
    remarks: null,
    paidOn,
    formKey: `demo-cheque-${bounced.publicId}`,
  })
  if (!cheque.ok) throw new Error(cheque.reason)
  await bounceCheque(office.scope, { paymentId: cheque.value.paymentId, reason: 'Funds insufficient' })
  const transferred = await lastDue(transferPayer)
  await declareTransfer(transferPayer.scope, {
    dueIds: [transferred.publicId],
    method: 'bank_transfer',
    reference: 'UTR SBIN0026111234',
    formKey: `demo-transfer-${transferred.publicId}`,
  })
}

/** Returns the student's due with the latest due date, so that the other dues stay unchanged. */
async function lastDue(student: MadeStudent): Promise<{ publicId: string; balancePaise: number }> {
  const [due] = await readRows<{ publicId: string; balancePaise: number }>(
    `SELECT public_id AS publicId, amount_paise - concession_paise + fine_paise - paid_paise AS balancePaise FROM dues
     WHERE school_id = :schoolId AND student_id = :id AND state = 'open'
       AND paid_paise < amount_paise - concession_paise + fine_paise ORDER BY due_on DESC, id LIMIT 1`,
    { schoolId: student.schoolId, id: student.id },
  )
  if (!due) throw new Error('the student of the demo owes something')
  return due
}
