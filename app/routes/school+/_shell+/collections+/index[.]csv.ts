import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { type CollectionRow, listPayments, paymentSorts } from '~/models/ledger/collections.server'
import { methodNames, stateNames } from '~/models/ledger/office-words'
import { paymentFilters } from '~/models/ledger/options'
import { formatInstant, todayInIndia } from '~/models/shared/calendar'

/** The filtered list of collections for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const view = listViewOf(request, { sorts: paymentSorts, filters: paymentFilters })
  return csvOfList<CollectionRow>(
    `collections-${todayInIndia(new Date())}.csv`,
    [
      { label: 'When', value: (row) => formatInstant(row.at, 'en') },
      { label: 'Student', value: (row) => row.studentName },
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'For', value: (row) => row.purpose },
      { label: 'Method', value: (row) => methodNames[row.method] },
      { label: 'Status', value: (row) => stateNames[row.state].word },
      { label: 'Amount (₹)', value: (row) => row.amountPaise / 100 },
      { label: 'Captured (₹)', value: (row) => row.capturedPaise / 100 },
      { label: 'Refunded (₹)', value: (row) => row.refundedPaise / 100 },
      { label: 'Transaction id', value: (row) => row.transactionId },
      { label: 'Receipt', value: (row) => row.receiptNumber },
    ],
    (place) => listPayments(scope, { ...view, ...place }),
  )
}
