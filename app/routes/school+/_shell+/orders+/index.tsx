import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listHref } from '~/components/school/list-href'
import { Alert, Badge } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import { type ListOf, moneyColumn } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { ListPage } from '~/kit/pages/list-page'
import { formatInstant, todayInIndia } from '~/models/core/shared/calendar'
import { orderMethodWords, orderMoneyWords, orderStateTones, orderStateWords } from '~/models/money/shop/office-words'
import { countFailedRefunds, listOrders } from '~/models/money/shop/orders/office-orders.server'
import { orderNumber } from '~/models/money/shop/rules'

export const handle = pageTitle(() => 'Orders')

export const list: ListOf<typeof listOrders> = {
  path: schoolPaths.orders,
  file: { path: schoolPaths.ordersFile, name: 'orders.csv' },
  noun: 'order',
  may: 'orders:view',
  search: { label: 'Search', placeholder: 'Order number or student' },
  filters: {
    state: { label: 'Status', options: optionsOf(orderStateWords) },
    method: { label: 'Method', options: optionsOf(orderMethodWords) },
    paid: { label: 'Payment', options: optionsOf(orderMoneyWords) },
    from: { label: 'From', options: 'day' },
    to: { label: 'To', options: 'day' },
  },
  totals: { keptPaise: 'in total (cancelled orders excluded)' },
  columns: [
    {
      label: 'Placed',
      align: 'nowrap',
      sort: 'placed',
      newestFirst: true,
      value: (row) => todayInIndia(row.placedAt),
      cell: (row) => formatInstant(row.placedAt, 'en'),
    },
    {
      label: 'Order',
      role: 'title',
      align: 'nowrap',
      sort: 'number',
      value: orderNumber,
      href: (row) => schoolPaths.order(row.publicId),
    },
    { label: 'Student', sort: 'student', value: 'studentName' },
    { label: 'Class', value: 'classSection' },
    { label: 'Pieces', align: 'end', value: 'pieces' },
    moneyColumn('Total', (row) => row.totalPaise, { sort: 'total', style: 'exact' }),
    { label: 'Method', only: 'file', value: (row) => orderMethodWords[row.method] },
    {
      label: 'Payment',
      value: (row) => orderMoneyWords[row.money],
      cell: (row) =>
        row.money === 'part' || row.money === 'refund-failed' ? (
          <>
            {orderMethodWords[row.method]}{' '}
            <Badge tone={row.money === 'part' ? 'warn' : 'bad'}>{orderMoneyWords[row.money]}</Badge>
          </>
        ) : (
          `${orderMethodWords[row.method]}, ${orderMoneyWords[row.money].toLowerCase()}`
        ),
    },
    { label: 'Paid on', only: 'file', value: (row) => row.paidAt && todayInIndia(row.paidAt) },
    { label: 'Status', value: (row) => orderStateWords[row.state], tone: (row) => orderStateTones[row.state] },
  ],
}

const listed = listLoader(list, listOrders, async (scope) => ({ failedRefunds: await countFailedRefunds(scope) }))

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await listed(args)), trouble: new URL(args.request.url).searchParams.get('trouble') }
}

const troubles: Record<string, string> = {
  nobody: 'None of these orders needs a packing slip.',
  'too-many': 'One file holds at most 60 packing slips. Narrow the list first, by status or by days.',
}

export default function OrdersPage() {
  const { view, list: page, trouble, more } = useLoaderData<typeof loader>()
  const { failedRefunds } = more
  const words = trouble === null ? undefined : troubles[trouble]
  return (
    <ListPage
      list={list}
      context="What students bought in the school’s store."
      icon="store"
      empty="Orders that students place in the store will be listed here, to be packed and handed over."
      summary={
        page.total > 0 ? (
          <>
            {' · '}
            <a href={listHref(schoolPaths.packingSlips, { search: view.search, ...view.filters })} data-file>
              Packing slips for these (PDF)
            </a>
          </>
        ) : null
      }
      above={
        <>
          {words ? <Alert tone="bad" title="No packing slips were made" text={words} /> : null}
          {failedRefunds > 0 && view.filters.paid !== 'refund-failed' ? (
            <Alert tone="bad" title={failedRefunds === 1 ? 'A refund failed' : `${failedRefunds} refunds failed`}>
              <p>
                The school still holds money from cancelled orders.{' '}
                <a href={listHref(schoolPaths.orders, { paid: 'refund-failed' })}>See these orders</a>
              </p>
            </Alert>
          ) : null}
        </>
      }
    />
  )
}
