import { randomUUID } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge } from '~/components/ui/badge'
import { PageHead } from '~/components/ui/page-head'
import { foundOr404, requireStudent } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { canPayOnline } from '~/models/schools/payment-keys.server'
import { formatInstant } from '~/models/shared/calendar'
import { isPublicId } from '~/models/shared/public-id.server'
import { orderStates } from '~/models/shop/options'
import { findOwnOrder } from '~/models/shop/own-orders.server'
import { itemName, linePaise, mayBeCancelled, taxWithinPaise } from '~/models/shop/rules'
import { OrderDetails } from './__order-details'
import { OrderNext } from './__order-next'
import { stateText } from './__order-words'

export const handle = pageTitle<{ number?: string }>((order) => m.shop_order_number({ number: order?.number ?? '' }))

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const found = foundOr404(isPublicId(params.id) ? await findOwnOrder(scope, params.id) : null)
  const { id: _id, due, items, placedAt, paidAt, packedAt, handedOverAt, cancelledAt, reservedUntil, ...order } = found
  const language = currentLanguage()
  const steps = { placed: placedAt, paid: paidAt, packed: packedAt, handed_over: handedOverAt, cancelled: cancelledAt }
  const owesPaise = due?.isOpen ? Math.max(0, due.balancePaise) : 0
  return {
    ...order,
    items: items.map((item) => ({
      id: itemName(item),
      name: itemName(item),
      quantity: item.quantity,
      unitPricePaise: item.unitPricePaise,
      amountPaise: linePaise(item),
    })),
    taxPaise: items.reduce((sum, item) => sum + taxWithinPaise(linePaise(item), item.taxBasisPoints), 0),
    happened: orderStates
      .flatMap((state) => (steps[state] ? [{ state, at: steps[state] }] : []))
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .map(({ state, at }) => ({ state, at: formatInstant(at, language) })),
    reservedUntil: reservedUntil && formatInstant(reservedUntil, language),
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
