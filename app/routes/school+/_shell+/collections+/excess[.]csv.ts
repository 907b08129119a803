import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { type CollectionRow, listPayments, paymentSorts } from '~/models/ledger/collections.server'
import { methodNames } from '~/models/ledger/office-words'
import { formatInstant } from '~/models/shared/calendar'

/** Payments with excess for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const view = listViewOf(request, { sorts: paymentSorts, filters: {} })
  return csvOfList<CollectionRow>(
    'excess.csv',
    [
      { label: 'When', value: (row) => formatInstant(row.at, 'en') },
      { label: 'Student', value: (row) => row.studentName },
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'Paid for', value: (row) => row.purpose },
      { label: 'Method', value: (row) => methodNames[row.method] },
      { label: 'Payment (₹)', value: (row) => row.amountPaise / 100 },
      { label: 'Excess (₹)', value: (row) => row.excessPaise / 100 },
      { label: 'Transaction id', value: (row) => row.transactionId },
      { label: 'Receipt', value: (row) => row.receiptNumber },
    ],
    (place) => listPayments(scope, { ...view, ...place, filters: { excess: 'yes' } }),
  )
}
