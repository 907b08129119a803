import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge, ButtonLink, type Column, DataTable, EmptyState, PageHead, Pager } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { pageOf } from '~/models/core/shared/paging'
import { listOwnOrders } from '~/models/money/shop/orders/own-orders.server'
import { stateText } from './__order-words'

export const handle = pageTitle(() => m.shop_orders_title())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const { rows, page, pages } = await listOwnOrders(scope, pageOf(new URL(request.url).searchParams))
  return {
    page,
    pages,
    orders: rows.map(({ placedAt, paidAt: _paid, ...order }) => ({ ...order, placedOn: todayInIndia(placedAt) })),
  }
}

type Row = Awaited<ReturnType<typeof loader>>['orders'][number]

const columns = (): Column<Row>[] => [
  {
    label: m.shop_order(),
    role: 'title',
    cell: (order) => <a href={paths.student.order(order.publicId)}>{order.number}</a>,
  },
  { label: m.shop_order_date(), align: 'nowrap', cell: (order) => formatDay(order.placedOn, currentLanguage()) },
  { label: m.shop_item(), cell: (order) => order.items },
  { label: m.shop_total(), align: 'end', cell: (order) => formatPaise(order.totalPaise, { style: 'exact' }) },
  {
    label: m.shop_order_state(),
    cell: (order) => {
      const { text, tone } = stateText(order)
      return <Badge tone={tone}>{text}</Badge>
    },
  },
]

export default function OrdersPage() {
  const { orders, page, pages } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={m.shop_orders_title()}
        action={<ButtonLink href={paths.student.shop} variant="secondary" icon="store" label={m.shop_title()} />}
      />
      {orders.length === 0 ? (
        <EmptyState icon="store" title={m.shop_orders_none()} text={m.shop_orders_none_text()} />
      ) : (
        <DataTable
          caption={m.shop_orders_title()}
          columns={columns()}
          rows={orders}
          rowKey={(order) => order.publicId}
        />
      )}
      <Pager
        variant="simple"
        page={page}
        pages={pages}
        hrefFor={(to) => (to === 1 ? paths.student.orders : `${paths.student.orders}?page=${to}`)}
      />
    </>
  )
}
