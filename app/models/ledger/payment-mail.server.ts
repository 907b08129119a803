import { selectOne } from '~/database/connection.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { enqueueMail } from '~/models/outbox/enqueue.server'
import { formatPaise } from '~/models/shared/money'
import { receiptUrl } from './addresses.server'
import type { IssuedReceipt } from './issue-receipt.server'
import type { Payment } from './tables.server'

/** Writes to the student, in their language, that the money has come and where the receipt is; nothing without an address. */
export async function tellOfPayment(payment: Payment, receipt: IssuedReceipt): Promise<void> {
  const student = await selectOne<{ email: string | null; language: Language }>(
    'SELECT email, language FROM students WHERE school_id = :schoolId AND id = :studentId',
    { schoolId: payment.schoolId, studentId: payment.studentId },
  )
  if (!student?.email) return
  const locale = student.language
  const { view } = receipt
  const amount = formatPaise(view.totalPaise, { style: 'exact' })
  const fees = view.lines.map((line) => (line.title ? `${line.feeName} – ${line.title}` : line.feeName)).join('\n')
  await enqueueMail({
    schoolId: payment.schoolId,
    to: student.email,
    subject: m.payments_mail_received_subject({ amount, school: view.school.name }, { locale }),
    text: m.payments_mail_received_text(
      {
        name: view.student.name,
        amount,
        fees,
        number: receipt.number,
        transaction: receipt.transactionId,
        link: receiptUrl(receipt.publicId),
        school: view.school.name,
      },
      { locale },
    ),
  })
}
