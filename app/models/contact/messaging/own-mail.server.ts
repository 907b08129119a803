import { selectRow, textOrNull } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { MessageEvent } from './options'

/** SQL condition: the notice `row` is, or was, mailed to its families. */
export const isNoticeMailedSql = (row: string) => `(${row}.mail_after IS NOT NULL OR ${row}.mailed_to > 0)`

/**
 * SQL condition for each event about which the portal may also mail the student `s`. `:about` is the id of the notice
 * in the message's once key.
 */
const mailsStudent: Partial<Record<MessageEvent, string>> = {
  receipt: 'TRUE',
  certificate: 'TRUE',
  bus_delay: 'TRUE',
  urgent: `EXISTS (SELECT 1 FROM notices n WHERE n.school_id = s.school_id AND n.id = :about AND ${isNoticeMailedSql('n')})`,
}

/**
 * Address of the guardian who paid the receipt `:about` (public id) for several children together (see
 * `ledger/settle.server`).
 */
const payer = `(SELECT a.email FROM receipts r JOIN payments p ON p.school_id = r.school_id AND p.id = r.payment_id
  JOIN payment_baskets b ON b.school_id = p.school_id AND b.id = p.basket_id
  JOIN guardian_links k ON k.school_id = b.school_id AND k.guardian_id = b.guardian_id AND k.student_id = s.id
    AND k.shut_out_at IS NULL AND (k.may_see = 1 OR k.may_pay = 1)
  JOIN family_guardians g ON g.school_id = k.school_id AND g.id = k.guardian_id
  JOIN guardian_accounts a ON a.id = g.account_id AND a.status = 'active'
  WHERE r.school_id = s.school_id AND r.public_id = :about)`

/**
 * Addresses, in lower case, to which the portal sends its own mail about this event, with more detail than the message.
 */
export async function listOwnMails(
  { schoolId }: SchoolScope,
  { event, studentId, onceKey }: { event: MessageEvent; studentId: number; onceKey: string },
): Promise<string[]> {
  const isMailed = mailsStudent[event]
  if (!isMailed) return []
  const [kind, about = ''] = onceKey.split(':')
  // An urgent message that is not about a notice uses 0, the id of no notice.
  const noticeId = event === 'urgent' && kind !== 'notice' ? '0' : about
  const row = await selectRow(
    { own: textOrNull(`IF(${isMailed}, s.email, NULL)`), payer: textOrNull(event === 'receipt' ? payer : 'NULL') },
    'FROM students s WHERE s.school_id = :schoolId AND s.id = :studentId',
    { schoolId, studentId, about: noticeId },
  )
  return [row?.own, row?.payer].flatMap((address) => (address ? [address.toLowerCase()] : []))
}
