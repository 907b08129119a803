import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvResponse } from '~/http/csv.server'
import { fileNameOf } from '~/http/pdf-response.server'
import { requireStaff } from '~/http/route.server'
import { formatDay, formatMonth } from '~/models/core/shared/calendar'
import type { DueSums, RegisterCell, RegisterReceipt } from '~/models/money/ledger/books/fee-register-view'
import { requireFeeRegister } from './__fee-register.server'

const sums = [
  ['due', 'amountPaise'],
  ['concession', 'concessionPaise'],
  ['fine', 'finePaise'],
  ['paid', 'paidPaise'],
  ['balance', 'balancePaise'],
] as const

/**
 * Sends the fee register of a section for a session: a row per student, six columns per month, then the totals. Amounts
 * in rupees.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const { section, register, sessionName } = await requireFeeRegister(scope, request)
  const { months, students, totals } = register
  const rupees = (dueSums: DueSums) => sums.map(([, name]) => dueSums[name] / 100)
  return csvResponse(`${fileNameOf('fee-register', section.className, section.name, sessionName)}.csv`, [
    [
      ...['Class', 'Section', 'Roll number', 'Admission number', 'Enrollment number', 'Student', 'Left'],
      ...months.flatMap((month) => [
        ...sums.map(([word]) => `${formatMonth(month, 'en')} ${word}`),
        `${formatMonth(month, 'en')} receipts`,
      ]),
      ...sums.map(([word]) => `Total ${word}`),
      'Held without a due, all sessions',
    ],
    ...students.map((student) => [
      ...[section.className, section.name, student.rollNumber, student.admissionNumber],
      ...[student.enrollmentNumber, student.name, student.leftOn],
      ...student.cells.flatMap((cell) => (cell ? [...rupees(cell), receiptsOf(cell)] : ['', '', '', '', '', ''])),
      ...rupees(student.total),
      student.creditPaise / 100,
    ]),
    [
      ...['', '', '', '', '', 'Total', ''],
      ...totals.months.flatMap((month) => [...rupees(month), '']),
      ...rupees(totals.all),
      students.reduce((sum, { creditPaise }) => sum + creditPaise, 0) / 100,
    ],
  ])
}

const receiptsOf = ({ receipts }: RegisterCell) => receipts.map(receiptWords).join('; ')

function receiptWords({ number, on, paise, wentBack }: RegisterReceipt): string {
  return `${number} on ${formatDay(on, 'en')}: ${paise / 100}${wentBack ? ' (after refunds)' : ''}`
}
