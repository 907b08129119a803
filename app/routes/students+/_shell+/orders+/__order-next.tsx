import { Form } from '@remix-run/react'
import { HiddenKey } from '~/components/forms/hidden-key'
import { PaymentNotAvailable } from '~/components/payments/payment-not-available'
import { Alert } from '~/components/ui/alert'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { SubmitButton } from '~/components/ui/submit-button'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/shared/money'
import type { Canceller, OrderMethod, OrderState } from '~/models/shop/options'

export interface OrderNextView {
  publicId: string
  state: OrderState
  method: OrderMethod
  /** Until when its items are kept, in words. */
  reservedUntil: string | null
  cancelledBy: Canceller | null
  cancelReason: string | null
  owesPaise: number
  paidPaise: number
  excessPaise: number
  refundedPaise: number
  comingBackPaise: number
  canPay: boolean
  canCancel: boolean
  collectNote: string | null
  formKey: string
}

const short = (paise: number) => formatPaise(paise, { style: 'short' })

/** What there is to know and to do about an order now: paying, collecting, cancelling, money that goes back. */
export function OrderNext({ order }: { order: OrderNextView }) {
  const isOver = order.state === 'cancelled'
  return (
    <>
      {isOver ? (
        <Alert tone="neutral" title={m.shop_state_cancelled()}>
          <p>{endingText(order)}</p>
          {order.cancelReason ? <p>{m.shop_ended_reason({ reason: order.cancelReason })}</p> : null}
        </Alert>
      ) : null}
      {isOver && order.comingBackPaise > 0 ? (
        <Alert tone="info">
          <p>{m.shop_refund_coming({ amount: short(order.comingBackPaise) })}</p>
        </Alert>
      ) : null}
      {isOver && order.paidPaise > order.comingBackPaise ? (
        <Alert tone="warn">
          <p>{m.shop_refund_stuck({ amount: short(order.paidPaise - order.comingBackPaise) })}</p>
        </Alert>
      ) : null}
      {order.refundedPaise > 0 ? (
        <Alert tone="info">
          <p>{m.shop_refunded({ amount: short(order.refundedPaise) })}</p>
        </Alert>
      ) : null}
      {order.excessPaise > 0 ? (
        <Alert tone="warn">
          <p>{m.shop_excess({ amount: short(order.excessPaise) })}</p>
        </Alert>
      ) : null}
      {isOver || order.owesPaise === 0 ? null : <PayCard order={order} />}
      {isOver || !order.collectNote ? null : (
        <Card title={m.shop_collect()}>
          <p className="typed">{order.collectNote}</p>
        </Card>
      )}
    </>
  )
}

function PayCard({ order }: { order: OrderNextView }) {
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
  return (
    <ButtonLink href={paths.student.cancelOrder(id)} variant="secondary">
      {m.shop_cancel()}
    </ButtonLink>
  )
}

function endingText({ cancelledBy }: OrderNextView): string {
  if (cancelledBy === 'expiry') return m.shop_ended_expiry()
  return cancelledBy === 'student' ? m.shop_ended_student() : m.shop_ended_office()
}
