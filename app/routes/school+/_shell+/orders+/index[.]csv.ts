import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { todayInIndia } from '~/models/shared/calendar'
import { typedRupees } from '~/models/shared/money'
import { listOrders, type OfficeOrderRow, orderFilters, orderSorts } from '~/models/shop/office-orders.server'
import { orderMethodNames, orderMoneyNames, orderStateNames } from '~/models/shop/office-words'
import { orderNumber } from '~/models/shop/rules'

/** The filtered list of orders for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'orders:view')
  const view = listViewOf(request, { sorts: orderSorts, filters: orderFilters })
  return csvOfList<OfficeOrderRow>(
    'orders.csv',
    [
      { label: 'Order', value: (row) => orderNumber(row) },
      { label: 'Placed', value: (row) => todayInIndia(row.placedAt) },
      { label: 'Student', value: (row) => row.studentName },
      { label: 'Class', value: (row) => row.place },
      { label: 'Pieces', value: (row) => row.pieces },
      { label: 'Method', value: (row) => orderMethodNames[row.method] },
      { label: 'Payment', value: (row) => orderMoneyNames[row.money] },
      { label: 'Paid on', value: (row) => row.paidAt && todayInIndia(row.paidAt) },
      { label: 'Status', value: (row) => orderStateNames[row.state].word },
      { label: 'Total', value: (row) => typedRupees(row.totalPaise) },
    ],
    (place) => listOrders(scope, { ...view, ...place }),
  )
}
