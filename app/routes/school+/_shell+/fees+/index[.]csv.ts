import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { feeReaches } from '~/models/fees/options'
import { type FeeRow, feeSorts, listFees } from '~/models/fees/queries.server'

/** The filtered list of fees for a spreadsheet; amounts in rupees. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const view = listViewOf(request, {
    sorts: feeSorts,
    filters: { session: 'id', class: 'id', assigned: feeReaches },
  })
  return csvOfList<FeeRow>(
    'fees.csv',
    [
      { label: 'Fee', value: (row) => row.name },
      { label: 'Class', value: (row) => row.className },
      { label: 'Academic session', value: (row) => row.sessionName },
      { label: 'Instalments', value: (row) => row.instalments },
      { label: 'Total', value: (row) => (row.totalPaise / 100).toFixed(2) },
      { label: 'Whole class', value: (row) => (row.isAssigned ? 'Yes' : 'No') },
      { label: 'Students', value: (row) => row.students },
    ],
    (place) => listFees(scope, { ...view, ...place }),
  )
}
