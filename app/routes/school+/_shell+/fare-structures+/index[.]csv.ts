import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { typedRupees } from '~/models/shared/money'
import { type FareRow, fareFilters, fareSorts, listFares } from '~/models/transport/office-fares.server'
import { fareBasisWords } from '~/models/transport/office-words'

/** The filtered list of fares for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'transport:view')
  const view = listViewOf(request, { sorts: fareSorts, filters: fareFilters })
  return csvOfList<FareRow>(
    'fares.csv',
    [
      { label: 'Fare', value: (row) => row.name },
      { label: 'Calculation', value: (row) => fareBasisWords[row.basis] },
      { label: 'Base fare', value: (row) => typedRupees(row.baseFarePaise) },
      { label: 'Per km', value: (row) => typedRupees(row.perKmPaise) },
      { label: 'Deposit', value: (row) => typedRupees(row.depositPaise) },
      { label: 'Applications', value: (row) => row.applications },
      { label: 'Default', value: (row) => (row.isDefault ? 'Yes' : '') },
      { label: 'Status', value: (row) => (row.isActive ? 'Offered' : 'Not offered') },
    ],
    (place) => listFares(scope, { ...view, ...place }),
  )
}
