import { FailedRefunds, PaymentsTable, RefundsTable } from '~/components/decisions/payment-tables'
import { WaitingRequests } from '~/components/decisions/waiting-requests'
import { Badge } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { ShownFacts, ShownLink } from '~/kit/pages/show'
import { showLoader } from '~/kit/pages/show.server'
import { shownTable, showPage } from '~/kit/pages/show-page'
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
import { itemName, linePaise, mayBePacked, mayCancelOrder, orderNumber } from '~/models/money/shop/rules'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ order }) => `Order ${orderNumber(order)}`)

export const loader = showLoader({ may: 'orders:view', find: findOrder }, async (thing, { scope, may }) => {
  const { id: _id, schoolId: _school, studentId: _student, due, requests, ...order } = thing
  const [mayHandle, mayCorrect] = [may('orders:handle'), may('payments:correct')]
  return {
    order,
    money: await listMoneyOfDues(scope, due ? [due.id] : []),
    requests,
    owedPaise: due?.state === 'open' ? dueBalance(due) : 0,
    seesStudent: may('students:view'),
    may: {
      pack: mayHandle && mayBePacked(order),
      handOver: mayHandle && order.state === 'packed',
      cancel: mayCancelOrder(order.state, 'office') && (due && due.paidPaise > 0 ? mayCorrect : mayHandle),
      correct: mayCorrect,
    },
  }
})

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

export default showPage<typeof loader>(({ order, money, requests, owedPaise, seesStudent, may }) => {
  const { publicId: id, state, studentName } = order
  const { payments, refunds } = money
  const action: ShownLink | false = may.pack
    ? { label: 'Pack', href: schoolPaths.packOrder(id), variant: 'next' }
    : may.handOver && { label: 'Hand over', href: schoolPaths.handOverOrder(id), variant: 'next' }
  return {
    title: `Order ${orderNumber(order)}`,
    context: (
      <>
        <Badge tone={orderStateTones[state]}>{orderStateWords[state]}</Badge>{' '}
        {order.money === 'part' ? <Badge tone="warn">{orderMoneyWords.part}</Badge> : null}{' '}
        {orderMethodWords[order.method]}
      </>
    ),
    action,
    parts: [
      <WaitingRequests key="requests" requests={requests} />,
      {
        title: 'Student',
        facts: {
          Name: seesStudent ? <a href={schoolPaths.student(order.studentPublicId)}>{studentName}</a> : studentName,
          Class: order.classSection,
          'Enrollment number': order.enrollmentNumber,
        },
      },
      {
        title: 'What was bought',
        intro: (
          <p>
            <strong>{`Total ${exact(order.totalPaise)}`}</strong>
          </p>
        ),
        content: shownTable({
          caption: 'Items in this order',
          rows: order.items,
          rowKey: (item) => `${item.productId} ${item.label}`,
          columns: [
            { label: 'Item', role: 'title', value: itemName, href: (item) => schoolPaths.product(item.productId) },
            { label: 'Price', align: 'end', value: (item) => exact(item.unitPricePaise) },
            { label: 'Quantity', align: 'end', value: 'quantity' },
            { label: 'Amount', align: 'end', value: (item) => exact(linePaise(item)) },
          ],
        }),
      },
      { title: 'What happened', facts: timelineOf(order) },
      {
        title: 'Money',
        content: (
          <>
            <FailedRefunds refunds={refunds} mayCorrect={may.correct} />
            <p>{owedPaise > 0 ? `${exact(owedPaise)} is still due.` : 'No dues for it.'}</p>
            {payments.length === 0 ? (
              <p>Nothing has been paid.</p>
            ) : (
              <PaymentsTable what="the order" payments={payments} />
            )}
            {refunds.length > 0 ? <RefundsTable what="the order" refunds={refunds} /> : null}
          </>
        ),
      },
    ],
    footer: [
      (order.invoiceNumber !== null || order.paidAt !== null) && {
        label: 'Invoice (PDF)',
        href: schoolPaths.invoice(id),
        icon: 'download',
        isFile: true,
      },
      state !== 'cancelled' && {
        label: 'Packing slip (PDF)',
        href: schoolPaths.packingSlip(id),
        icon: 'download',
        isFile: true,
      },
      may.cancel && { label: 'Cancel order', href: schoolPaths.cancelOrder(id) },
    ],
  }
})

/** Past steps of an order in sequence, and the deadline of an unpaid one. */
function timelineOf(order: Shown['order']): ShownFacts {
  const at = (instant: Date | null) => instant !== null && formatInstant(instant, 'en')
  const { invoiceYear, invoiceNumber, cancelledAt, cancelledBy } = order
  const cancelledByWords = cancelledBy ? ` by ${cancellerWords[cancelledBy]}` : ''
  return {
    Placed: at(order.placedAt),
    Paid: at(order.paidAt),
    'Waiting for payment until': order.paidAt === null && order.state === 'placed' && at(order.reservedUntil),
    Invoice:
      invoiceYear !== null &&
      invoiceNumber !== null &&
      orderNumber({ financialYear: invoiceYear, number: invoiceNumber }),
    Packed: at(order.packedAt),
    'Handed over': order.handedOverAt !== null && `${at(order.handedOverAt)}, to ${order.handedOverTo ?? ''}`,
    Cancelled: cancelledAt !== null && `${at(cancelledAt)}${cancelledByWords}`,
    Reason: cancelledAt !== null && order.cancelReason,
  }
}
