import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { DefinitionList } from '~/components/ui/definition-list'
import { PageHead } from '~/components/ui/page-head'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { dueBalance } from '~/models/ledger/rules'
import { formatPaise } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'
import { findOrder, listOrderMoney } from '~/models/shop/office-orders.server'
import { orderMethodNames, orderMoneyNames, orderStateNames } from '~/models/shop/office-words'
import { itemName, linePaise, mayBeCancelled, mayBePacked, orderNumber } from '~/models/shop/rules'
import { OrderMoney } from './__order-money'
import { orderTimeline } from './__order-timeline'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ order }) => `Order ${orderNumber(order)}`)

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'orders:view')
  const { id: _id, due, ...order } = foundOr404(isPublicId(params.id) ? await findOrder(scope, params.id) : null)
  const money = due ? await listOrderMoney(scope, due.id) : { payments: [], refunds: [] }
  const mayHandle = mayStaff(role, 'orders:handle')
  const isPaid = (due?.paidPaise ?? 0) > 0
  return {
    order,
    money,
    owedPaise: due && due.state === 'open' ? dueBalance(due) : 0,
    seesStudent: mayStaff(role, 'students:view'),
    may: {
      pack: mayHandle && mayBePacked(order),
      handOver: mayHandle && order.state === 'packed',
      cancel: mayBeCancelled(order.state, 'office') && (isPaid ? mayStaff(role, 'payments:correct') : mayHandle),
      refund: mayStaff(role, 'payments:correct'),
    },
  }
}

export default function OrderPage() {
  const { order, money, owedPaise, seesStudent, may } = useLoaderData<typeof loader>()
  const state = orderStateNames[order.state]
  return (
    <>
      <PageHead
        title={`Order ${orderNumber(order)}`}
        context={
          <>
            <Badge tone={state.tone}>{state.word}</Badge>{' '}
            {order.money === 'part' ? <Badge tone="warn">{orderMoneyNames.part}</Badge> : null}{' '}
            {orderMethodNames[order.method]}
          </>
        }
        action={
          may.pack ? (
            <ButtonLink href={schoolPaths.packOrder(order.publicId)} variant="next">
              Pack
            </ButtonLink>
          ) : may.handOver ? (
            <ButtonLink href={schoolPaths.handOverOrder(order.publicId)} variant="next">
              Hand over
            </ButtonLink>
          ) : undefined
        }
      />
      <div className="stack">
        <Card title="Student">
          <DefinitionList
            items={[
              {
                label: 'Name',
                value: seesStudent ? (
                  <a href={schoolPaths.student(order.studentPublicId)}>{order.studentName}</a>
                ) : (
                  order.studentName
                ),
              },
              { label: 'Class', value: order.place },
              { label: 'Admission No.', value: order.enrollmentNumber },
            ]}
          />
        </Card>
        <Card title="What was bought">
          <p>
            <strong>{`Total ${formatPaise(order.totalPaise, { style: 'exact' })}`}</strong>
          </p>
          <DataTable
            caption="Items of the order"
            rows={order.items}
            rowKey={(item) => `${item.productId} ${item.label}`}
            columns={[
              {
                key: 'item',
                label: 'Item',
                role: 'title',
                cell: (item) => <a href={schoolPaths.product(item.productId)}>{itemName(item)}</a>,
              },
              {
                key: 'price',
                label: 'Price',
                align: 'end',
                cell: (item) => formatPaise(item.unitPricePaise, { style: 'exact' }),
              },
              { key: 'quantity', label: 'Quantity', align: 'end', cell: (item) => item.quantity },
              {
                key: 'amount',
                label: 'Amount',
                align: 'end',
                cell: (item) => formatPaise(linePaise(item), { style: 'exact' }),
              },
            ]}
          />
        </Card>
        <Card title="What happened">
          <DefinitionList items={orderTimeline(order)} />
        </Card>
        <OrderMoney {...money} owedPaise={owedPaise} mayRefund={may.refund} />
        <p className="actions">
          {order.invoiceNumber === null && order.paidAt === null ? null : (
            <ButtonLink href={schoolPaths.invoice(order.publicId)} variant="secondary" icon="download">
              Invoice (PDF)
            </ButtonLink>
          )}
          {order.state === 'cancelled' ? null : (
            <ButtonLink href={schoolPaths.packingSlip(order.publicId)} variant="secondary" icon="download">
              Packing slip (PDF)
            </ButtonLink>
          )}
          {may.cancel ? (
            <ButtonLink href={schoolPaths.cancelOrder(order.publicId)} variant="secondary">
              Cancel order
            </ButtonLink>
          ) : null}
        </p>
      </div>
    </>
  )
}
