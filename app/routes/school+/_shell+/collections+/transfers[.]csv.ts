import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { listTransfers, type TransferRow, transferSorts } from '~/models/ledger/collections.server'
import { methodNames } from '~/models/ledger/office-words'
import { declarableMethods } from '~/models/ledger/options'
import { formatInstant } from '~/models/shared/calendar'

/** Declared payments that wait to be confirmed, for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const view = listViewOf(request, { sorts: transferSorts, filters: { method: declarableMethods } })
  return csvOfList<TransferRow>(
    'transfers.csv',
    [
      { label: 'Declared', value: (row) => formatInstant(row.at, 'en') },
      { label: 'Student', value: (row) => row.studentName },
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'For', value: (row) => row.purpose },
      { label: 'Method', value: (row) => methodNames[row.method] },
      { label: 'Reference', value: (row) => row.reference },
      { label: 'Amount (₹)', value: (row) => row.amountPaise / 100 },
    ],
    (place) => listTransfers(scope, { ...view, ...place }),
  )
}
