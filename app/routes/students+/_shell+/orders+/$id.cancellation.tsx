import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ShortQuestion } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, redirectWithToast, requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { cancelOwnOrder } from '~/models/money/shop/orders/cancel-order.server'
import { findOwnOrder } from '~/models/money/shop/orders/own-orders.server'
import { mayCancelOrder } from '~/models/money/shop/rules'

export const handle = pageTitle(() => m.shop_cancel_question())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const order = foundOr404(isPublicId(params.id) ? await findOwnOrder(scope, params.id) : null)
  const mayCancel = mayCancelOrder(order.state, 'student')
  return {
    id: order.publicId,
    number: order.number,
    hindrance: !mayCancel ? m.shop_cancel_late() : order.due?.paidPaise ? m.shop_cancel_paid() : null,
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const cancelled = await cancelOwnOrder(scope, id)
  if (cancelled.ok) return redirectWithToast(paths.student.order(id), { type: 'success', title: m.shop_cancelled() })
  if (cancelled.reason === 'not-found') throw new Response(null, { status: 404 })
  return data({ message: refusals[cancelled.reason]() }, { status: 422 })
}

const refusals = { over: m.shop_cancel_late, paid: m.shop_cancel_paid, 'provider-down': m.shop_cancel_down }

export default function CancelOrderPage() {
  const { id, number, hindrance } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <ShortQuestion
      title={m.shop_cancel_question()}
      context={m.shop_order_number({ number })}
      message={refused?.message ?? hindrance}
      texts={[m.shop_cancel_text()]}
      action={paths.student.cancelOrder(id)}
      button={hindrance ? null : { label: m.shop_cancel(), busy: m.shop_cancelling(), isDanger: true }}
      backHref={paths.student.order(id)}
      backLabel={m.shop_cancel_keep()}
    />
  )
}
