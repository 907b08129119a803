import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FailedRefunds, PaymentsTable, RefundsTable } from '~/components/decisions/payment-tables'
import { WaitingRequests } from '~/components/decisions/waiting-requests'
import { Badge, ButtonLink, Card, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { formatInstant } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { listMoneyOfDues } from '~/models/money/ledger/books/money-of-dues.server'
import { dueBalance } from '~/models/money/ledger/rules'
import {
  cancellerWords,
  orderMethodWords,
  orderMoneyWords,
  orderStateTones,
  orderStateWords,
} from '~/models/money/shop/office-words'
import { findOrder } from '~/models/money/shop/orders/office-orders.server'
import { itemName, linePaise, mayBeCancelled, mayBePacked, orderNumber } from '~/models/money/shop/rules'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ order }) => `Order ${orderNumber(order)}`)

export async function loader(args: LoaderFunctionArgs) {
  const { staff, scope, thing } = await openThing(args, { may: 'orders:view', find: findOrder })
  const { id: _id, schoolId: _school, studentId: _student, due, requests, ...order } = thing
  const [mayHandle, mayCorrect] = [mayStaff(staff.role, 'orders:handle'), mayStaff(staff.role, 'payments:correct')]
  return {
    order,
    money: await listMoneyOfDues(scope, due ? [due.id] : []),
    requests,
    owedPaise: due?.state === 'open' ? dueBalance(due) : 0,
    seesStudent: mayStaff(staff.role, 'students:view'),
    may: {
      pack: mayHandle && mayBePacked(order),
      handOver: mayHandle && order.state === 'packed',
      cancel: mayBeCancelled(order.state, 'office') && (due && due.paidPaise > 0 ? mayCorrect : mayHandle),
      correct: mayCorrect,
    },
  }
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

export default function OrderPage() {
  const { order, money, requests, owedPaise, seesStudent, may } = useLoaderData<typeof loader>()
  const { payments, refunds } = money
  return (
    <>
      <PageHead
        title={`Order ${orderNumber(order)}`}
        context={
          <>
            <Badge tone={orderStateTones[order.state]}>{orderStateWords[order.state]}</Badge>{' '}
            {order.money === 'part' ? <Badge tone="warn">{orderMoneyWords.part}</Badge> : null}{' '}
            {orderMethodWords[order.method]}
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
        <WaitingRequests requests={requests} />
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
              { label: 'Class', value: order.classSection },
              { label: 'Enrollment number', value: order.enrollmentNumber },
            ]}
          />
        </Card>
        <Card title="What was bought">
          <p>
            <strong>{`Total ${exact(order.totalPaise)}`}</strong>
          </p>
          <DataTable
            caption="Items of the order"
            rows={order.items}
            rowKey={(item) => `${item.productId} ${item.label}`}
            columns={[
              {
                label: 'Item',
                role: 'title',
                cell: (item) => <a href={schoolPaths.product(item.productId)}>{itemName(item)}</a>,
              },
              { label: 'Price', align: 'end', cell: (item) => exact(item.unitPricePaise) },
              { label: 'Quantity', align: 'end', cell: (item) => item.quantity },
              { label: 'Amount', align: 'end', cell: (item) => exact(linePaise(item)) },
            ]}
          />
        </Card>
        <Card title="What happened">
          <DefinitionList items={timelineOf(order)} />
        </Card>
        <Card title="Money">
          <FailedRefunds refunds={refunds} mayCorrect={may.correct} />
          <p>{owedPaise > 0 ? `${exact(owedPaise)} is still owed.` : 'Nothing is owed for it.'}</p>
          {payments.length === 0 ? (
            <p>Nothing has been paid.</p>
          ) : (
            <PaymentsTable what="the order" payments={payments} />
          )}
          {refunds.length > 0 ? <RefundsTable what="the order" refunds={refunds} /> : null}
        </Card>
        <p className="actions">
          {order.invoiceNumber === null && order.paidAt === null ? null : (
            <ButtonLink href={schoolPaths.invoice(order.publicId)} variant="secondary" icon="download" data-file>
              Invoice (PDF)
            </ButtonLink>
          )}
          {order.state === 'cancelled' ? null : (
            <ButtonLink href={schoolPaths.packingSlip(order.publicId)} variant="secondary" icon="download" data-file>
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

/** Past steps of an order in sequence, and the deadline of an unpaid one. */
function timelineOf(order: Shown['order']) {
  const at = (instant: Date) => formatInstant(instant, 'en')
  const steps: Array<{ label: string; value: string | null }> = [{ label: 'Placed', value: at(order.placedAt) }]
  if (order.paidAt) steps.push({ label: 'Paid', value: at(order.paidAt) })
  else if (order.reservedUntil && order.state === 'placed') {
    steps.push({ label: 'Waits for payment until', value: at(order.reservedUntil) })
  }
  if (order.invoiceYear !== null && order.invoiceNumber !== null) {
    const value = orderNumber({ financialYear: order.invoiceYear, number: order.invoiceNumber })
    steps.push({ label: 'Invoice', value })
  }
  if (order.packedAt) steps.push({ label: 'Packed', value: at(order.packedAt) })
  if (order.handedOverAt) {
    steps.push({ label: 'Handed over', value: `${at(order.handedOverAt)}, to ${order.handedOverTo ?? ''}` })
  }
  if (order.cancelledAt) {
    const by = order.cancelledBy ? ` by ${cancellerWords[order.cancelledBy]}` : ''
    steps.push({ label: 'Cancelled', value: `${at(order.cancelledAt)}${by}` })
    steps.push({ label: 'Reason', value: order.cancelReason })
  }
  return steps
}
