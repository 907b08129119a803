import { randomUUID } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { HiddenKey } from '~/components/forms'
import { PaymentNotAvailable } from '~/components/payments/payment-not-available'
import {
  Alert,
  Badge,
  ButtonLink,
  Card,
  DataTable,
  DefinitionList,
  LinkParagraph,
  PageHead,
  SubmitButton,
} from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { canPayOnline } from '~/models/core/schools/payment-keys.server'
import { formatInstant } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { orderStates } from '~/models/money/shop/options'
import { findOwnOrder } from '~/models/money/shop/orders/own-orders.server'
import { linePaise, mayCancelOrder, taxWithinPaise } from '~/models/money/shop/rules'
import { isRefundChecked } from '~/models/people/second-person/requests.server'
import { itemColumns, itemView } from '~/routes/students+/_shell+/__checkout-form'
import { methodText, stateName, stateText } from './__order-words'

export const handle = pageTitle<{ number?: string }>((order) => m.shop_order_number({ number: order?.number ?? '' }))

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const ownOrder = foundOr404(isPublicId(params.id) ? await findOwnOrder(scope, params.id) : null)
  const {
    id: _id,
    due,
    items,
    placedAt,
    paidAt,
    packedAt,
    handedOverAt,
    cancelledAt,
    reservedUntil,
    ...order
  } = ownOrder
  const language = currentLanguage()
  const steps = { placed: placedAt, paid: paidAt, packed: packedAt, handed_over: handedOverAt, cancelled: cancelledAt }
  const owesPaise = due?.isOpen ? Math.max(0, due.balancePaise) : 0
  return {
    ...order,
    items: items.map(itemView),
    taxPaise: items.reduce((sum, item) => sum + taxWithinPaise(linePaise(item), item.taxBasisPoints), 0),
    happened: orderStates
      .flatMap((state) => (steps[state] ? [{ state, at: steps[state] }] : []))
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .map(({ state, at }) => ({ state, at: formatInstant(at, language) })),
    reservedUntil: reservedUntil && formatInstant(reservedUntil, language),
    owesPaise,
    paidPaise: due?.paidPaise ?? 0,
    canPay: owesPaise > 0 && order.state !== 'cancelled' && (await canPayOnline(scope)),
    canCancel: mayCancelOrder(order.state, 'student') && (due?.paidPaise ?? 0) === 0,
    isRefundChecked: await isRefundChecked(scope, order.publicId),
    formKey: randomUUID(),
  }
}

export default function OrderPage() {
  const order = useLoaderData<typeof loader>()
  const { text, tone } = stateText(order)
  return (
    <>
      <PageHead title={m.shop_order_number({ number: order.number })} context={<Badge tone={tone}>{text}</Badge>} />
      <OrderNext order={order} />
      <OrderDetails order={order} />
      <LinkParagraph href={paths.student.orders} label={m.shop_orders_title()} />
    </>
  )
}

type Shown = Awaited<ReturnType<typeof loader>>

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })
const short = (paise: number) => formatPaise(paise, { style: 'short' })

function OrderNext({ order }: { order: Shown }) {
  const isOver = order.state === 'cancelled'
  const { comingBackPaise, paidPaise, refundedPaise, excessPaise } = order
  const notices = [
    { tone: 'info', paise: isOver ? comingBackPaise : 0, words: m.shop_refund_coming },
    { tone: 'warn', paise: isOver ? paidPaise - comingBackPaise : 0, words: m.shop_refund_stuck },
    { tone: 'info', paise: refundedPaise, words: m.shop_refunded },
    { tone: 'warn', paise: excessPaise, words: m.shop_excess },
  ] as const
  return (
    <>
      {isOver ? (
        <Alert tone="neutral" title={m.shop_state_cancelled()}>
          <p>{endingText(order)}</p>
          {order.cancelReason ? <p>{m.shop_ended_reason({ reason: order.cancelReason })}</p> : null}
        </Alert>
      ) : null}
      {order.isRefundChecked ? <Alert tone="info" text={m.payments_refund_checked()} /> : null}
      {notices.map(({ tone, paise, words }) =>
        paise > 0 ? <Alert key={words({ amount: '' })} tone={tone} text={words({ amount: short(paise) })} /> : null,
      )}
      {isOver || order.owesPaise === 0 ? null : <PayCard order={order} />}
      {isOver || !order.collectNote ? null : (
        <Card title={m.shop_collect()}>
          <p className="typed">{order.collectNote}</p>
        </Card>
      )}
    </>
  )
}

function PayCard({ order }: { order: Shown }) {
  return (
    <Card>
      {order.reservedUntil ? <p>{m.shop_pay_until({ time: order.reservedUntil })}</p> : null}
      {order.method === 'cod' ? <p>{m.shop_pay_at_school({ amount: short(order.owesPaise) })}</p> : null}
      {order.canPay ? (
        <Form method="post" action={paths.student.payOrder(order.publicId)}>
          <HiddenKey value={order.formKey} />
          <div className="actions">
            <SubmitButton variant={order.method === 'cod' ? 'secondary' : 'next'} busyText={m.payments_pay_busy()}>
              {m.payments_pay_button({ amount: short(order.owesPaise) })}
            </SubmitButton>
            {order.canCancel ? <CancelLink id={order.publicId} /> : null}
          </div>
        </Form>
      ) : (
        <>
          {order.method === 'razorpay' ? <PaymentNotAvailable /> : null}
          {order.canCancel ? (
            <p className="actions">
              <CancelLink id={order.publicId} />
            </p>
          ) : null}
        </>
      )}
    </Card>
  )
}

function CancelLink({ id }: { id: string }) {
  return <ButtonLink href={paths.student.cancelOrder(id)} variant="secondary" label={m.shop_cancel()} />
}

function endingText({ cancelledBy }: Shown): string {
  if (cancelledBy === 'expiry') return m.shop_ended_expiry()
  return cancelledBy === 'student' ? m.shop_ended_student() : m.shop_ended_office()
}

function OrderDetails({ order }: { order: Shown }) {
  return (
    <>
      <Card title={m.shop_checkout_items()}>
        <DataTable
          caption={m.shop_checkout_items()}
          columns={itemColumns()}
          rows={order.items}
          rowKey={(row) => row.name}
        />
      </Card>
      <Card>
        <DefinitionList
          items={[
            { label: m.shop_total(), value: <strong>{exact(order.totalPaise)}</strong> },
            { label: m.shop_tax(), value: exact(order.taxPaise) },
            { label: m.shop_method(), value: methodText(order.method) },
          ]}
        />
        <div className="actions">
          {order.receipts.map((receipt) => (
            <ButtonLink
              key={receipt.publicId}
              href={paths.student.receipt(receipt.publicId)}
              variant="secondary"
              icon="download"
              data-file
              label={m.shop_receipt()}
            />
          ))}
          {order.hasInvoice ? (
            <ButtonLink href={paths.student.invoice(order.publicId)} variant="secondary" icon="download" data-file>
              {m.shop_invoice()}
            </ButtonLink>
          ) : null}
        </div>
      </Card>
      <Card title={m.shop_timeline()}>
        <DefinitionList items={order.happened.map(({ state, at }) => ({ label: stateName(state), value: at }))} />
      </Card>
    </>
  )
}
