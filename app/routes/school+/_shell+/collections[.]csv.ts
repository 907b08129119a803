import type { LoaderFunctionArgs } from '@remix-run/node'
import { methodNames, stateNames } from '~/components/payments/office-words'
import { csvResponse } from '~/http/csv.server'
import { requireStaff } from '~/http/guards.server'
import { collectionFilterOf } from '~/models/ledger/collection-filter'
import { listPayments } from '~/models/ledger/collections.server'
import { formatInstant, todayInIndia } from '~/models/shared/calendar'

/** A year of a large school; beyond it the dates have to be narrowed. */
const mostRows = 50_000

const head = [
  'When',
  'Student',
  'Enrollment number',
  'For',
  'Method',
  'Status',
  'Amount (₹)',
  'Captured (₹)',
  'Refunded (₹)',
  'Transaction id',
  'Receipt',
]

/** The filtered list of collections for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const filter = collectionFilterOf(new URL(request.url).searchParams)
  const { rows } = await listPayments(scope, filter, 1, mostRows)
  return csvResponse(`collections-${todayInIndia(new Date())}.csv`, [
    head,
    ...rows.map((row) => [
      formatInstant(row.at, 'en'),
      row.studentName,
      row.enrollmentNumber,
      row.purpose,
      methodNames[row.method],
      stateNames[row.state].word,
      row.amountPaise / 100,
      row.capturedPaise / 100,
      row.refundedPaise / 100,
      row.transactionId,
      row.receiptNumber,
    ]),
  ])
}
