import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listHref } from '~/components/school/list-href'
import { OfficeList } from '~/components/school/office-list'
import { Alert } from '~/components/ui/alert'
import { Badge } from '~/components/ui/badge'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { formatInstant } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { countFailedRefunds, listOrders, orderFilters, orderSorts } from '~/models/shop/office-orders.server'
import { orderMethodNames, orderMoneyNames, orderStateNames } from '~/models/shop/office-words'
import { orderNumber } from '~/models/shop/rules'
import { OrderFilters } from './__order-filters'

export const handle = pageTitle(() => 'Orders')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'orders:view')
  const view = listViewOf(request, { sorts: orderSorts, filters: orderFilters })
  const trouble = new URL(request.url).searchParams.get('trouble')
  const [list, failedRefunds] = await Promise.all([listOrders(scope, view), countFailedRefunds(scope)])
  return { view, list, trouble, failedRefunds }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'placed',
    label: 'Placed',
    align: 'nowrap',
    sort: 'placed',
    newestFirst: true,
    cell: (row) => formatInstant(row.placedAt, 'en'),
  },
  {
    key: 'number',
    label: 'Order',
    role: 'title',
    sort: 'number',
    cell: (row) => <a href={schoolPaths.order(row.publicId)}>{orderNumber(row)}</a>,
  },
  { key: 'student', label: 'Student', sort: 'student', cell: (row) => row.studentName },
  { key: 'place', label: 'Class', cell: (row) => row.place ?? '–' },
  { key: 'pieces', label: 'Pieces', align: 'end', cell: (row) => row.pieces },
  {
    key: 'total',
    label: 'Total',
    align: 'end',
    sort: 'total',
    cell: (row) => formatPaise(row.totalPaise, { style: 'exact' }),
  },
  {
    key: 'payment',
    label: 'Payment',
    cell: (row) =>
      row.money === 'part' || row.money === 'refund-failed' ? (
        <>
          {orderMethodNames[row.method]}{' '}
          <Badge tone={row.money === 'part' ? 'warn' : 'bad'}>{orderMoneyNames[row.money]}</Badge>
        </>
      ) : (
        `${orderMethodNames[row.method]}, ${orderMoneyNames[row.money].toLowerCase()}`
      ),
  },
  {
    key: 'state',
    label: 'Status',
    cell: (row) => <Badge tone={orderStateNames[row.state].tone}>{orderStateNames[row.state].word}</Badge>,
  },
]

const troubles: Record<string, string> = {
  nobody: 'None of these orders needs a packing slip.',
  'too-many': 'One file holds 60 packing slips at most. Narrow the list first: by status, or by days.',
}

export default function OrdersPage() {
  const { view, list, trouble, failedRefunds } = useLoaderData<typeof loader>()
  const words = trouble === null ? undefined : troubles[trouble]
  return (
    <>
      <PageHead title="Orders" context="What students bought in the school’s store." />
      {words ? (
        <Alert tone="bad" title="No packing slips were made">
          <p>{words}</p>
        </Alert>
      ) : null}
      {failedRefunds > 0 && view.filters.paid !== 'refund-failed' ? (
        <Alert tone="bad" title={failedRefunds === 1 ? 'A refund failed' : `${failedRefunds} refunds failed`}>
          <p>
            The school still holds money of cancelled orders.{' '}
            <a href={listHref(schoolPaths.orders, { paid: 'refund-failed' })}>See these orders</a>
          </p>
        </Alert>
      ) : null}
      <OfficeList
        path={schoolPaths.orders}
        filePath={schoolPaths.ordersFile}
        view={view}
        list={list}
        noun="order"
        caption="Orders"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Order number or student' }}
        filters={<OrderFilters chosen={view.filters} />}
        summary={
          list.total > 0 ? (
            <>
              {' · '}
              <a href={listHref(schoolPaths.packingSlips, { search: view.search, ...view.filters })}>
                Packing slips for these (PDF)
              </a>
            </>
          ) : null
        }
        empty={{
          icon: 'store',
          title: 'No order yet',
          text: 'Orders that students place in the store will be listed here, to be packed and handed over.',
        }}
      />
    </>
  )
}
