import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvOfList, listViewOf, requireStaff } from '~/http/route.server'
import { methodNames } from '~/models/ledger/office-words'
import { receiptStates } from '~/models/ledger/options'
import { listReceipts, receiptSorts, receiptYears } from '~/models/ledger/receipts.server'
import { financialYearOf, formatInstant, todayInIndia } from '~/models/shared/calendar'

/** The register of receipts of one financial year for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const filters = { year: await receiptYears(scope), state: receiptStates }
  const view = listViewOf(request, { sorts: receiptSorts, filters })
  const year = view.filters.year || financialYearOf(todayInIndia(new Date()))
  return csvOfList<Awaited<ReturnType<typeof listReceipts>>['rows'][number]>(
    `receipts-${year}.csv`,
    [
      { label: 'Receipt', value: (row) => row.number },
      { label: 'Issued', value: (row) => formatInstant(row.issuedAt, 'en') },
      { label: 'Student', value: (row) => row.studentName },
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'Method', value: (row) => methodNames[row.method] },
      { label: 'Status', value: (row) => (row.isCancelled ? 'Cancelled' : 'Valid') },
      { label: 'Amount (₹)', value: (row) => row.amountPaise / 100 },
    ],
    (place) => listReceipts(scope, { ...view, ...place, year, state: view.filters.state }),
  )
}
