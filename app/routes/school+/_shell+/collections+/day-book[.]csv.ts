import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvOfList, requireStaff } from '~/http/route.server'
import { listDayBook } from '~/models/ledger/day-book.server'
import { methodNames } from '~/models/ledger/office-words'
import { formatInstant } from '~/models/shared/calendar'
import { dayBookViewOf } from './__day-book.server'

/** The day book for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const { view, query } = dayBookViewOf(request)
  return csvOfList<Awaited<ReturnType<typeof listDayBook>>['rows'][number]>(
    `day-book-${view.filters.from}-${view.filters.to}.csv`,
    [
      { label: 'When', value: (row) => formatInstant(row.at, 'en') },
      { label: 'Student', value: (row) => row.studentName },
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'For', value: (row) => row.purpose },
      { label: 'Method', value: (row) => methodNames[row.method] },
      { label: 'Reference', value: (row) => row.reference },
      { label: 'Receipt', value: (row) => row.receiptNumber },
      { label: 'Amount (₹)', value: (row) => row.amountPaise / 100 },
    ],
    (place) => listDayBook(scope, { ...query, ...place }),
  )
}
