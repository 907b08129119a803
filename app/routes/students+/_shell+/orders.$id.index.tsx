import { randomUUID } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OrderDetails } from '~/components/shop/order-details'
import { OrderNext } from '~/components/shop/order-next'
import { stateText } from '~/components/shop/order-words'
import { Badge } from '~/components/ui/badge'
import { PageHead } from '~/components/ui/page-head'
import { foundOr404, requireStudent } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { canPayOnline } from '~/models/schools/payment-keys.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { findOwnOrder } from '~/models/shop/own-orders.server'
import { mayBeCancelled } from '~/models/shop/rules'

export const handle = pageTitle<{ number?: string }>((order) => m.shop_order_number({ number: order?.number ?? '' }))

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const found = foundOr404(isPublicId(params.id) ? await findOwnOrder(scope, params.id) : null)
  const { id: _id, due, ...order } = found
  const owesPaise = due?.isOpen ? Math.max(0, due.balancePaise) : 0
  return {
    ...order,
    owesPaise,
    paidPaise: due?.paidPaise ?? 0,
    canPay: owesPaise > 0 && order.state !== 'cancelled' && (await canPayOnline(scope)),
    canCancel: mayBeCancelled(order.state, 'student') && (due?.paidPaise ?? 0) === 0,
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
      <p>
        <a className="alone" href={paths.student.orders}>
          {m.shop_orders_title()}
        </a>
      </p>
    </>
  )
}
