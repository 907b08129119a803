import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { paths } from '~/http/paths'
import { foundOr404, parseForm, requireStudent, seeOther } from '~/http/route.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { payOnlineSchema } from '~/models/money/ledger/schema'
import { findOwnOrder } from '~/models/money/shop/orders/own-orders.server'
import { payAndLead } from '~/routes/students+/_shell+/__order.server'

/** Starts the online payment of an order; its button is on the order's page. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const order = foundOr404(isPublicId(params.id) ? await findOwnOrder(scope, params.id) : null)
  const form = await parseForm(request, payOnlineSchema)
  if (!form.ok) throw new Response(null, { status: 422 })
  if (!order.due?.isOpen || order.state === 'cancelled') return seeOther(paths.student.order(order.publicId))
  return payAndLead(scope, { orderId: order.publicId, dueId: order.due.publicId, formKey: form.value.form_key })
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const order = foundOr404(isPublicId(params.id) ? await findOwnOrder(scope, params.id) : null)
  return seeOther(paths.student.order(order.publicId))
}
