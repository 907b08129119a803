import { paths } from '~/http/paths'
import { redirectWithToast, seeOther } from '~/http/toast.server'
import { m } from '~/language/paraglide/messages'
import { startOnlinePayment } from '~/models/ledger/start-online-payment.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { type OrderRefusal, type PlaceOrder, placeOrder } from '~/models/shop/place-order.server'

/**
 * Places an order and leads on: to its page for cash on delivery, to paying at once otherwise. Where the payment cannot start now, the
 * order stands and its page says until when it can be paid.
 */
export async function orderAndLead(
  scope: StudentScope,
  input: PlaceOrder,
  { placedTitle, headers = {} }: { placedTitle: string; headers?: HeadersInit },
): Promise<{ ok: true; answer: Response } | { ok: false; reason: OrderRefusal }> {
  const placed = await placeOrder(scope, input)
  if (!placed.ok) return placed
  const { orderId, dueId } = placed.value
  if (input.method === 'cod') {
    const toast = { type: 'success' as const, title: placedTitle }
    return { ok: true, answer: await redirectWithToast(paths.student.order(orderId), toast, headers) }
  }
  return { ok: true, answer: await payAndLead(scope, { orderId, dueId, formKey: input.formKey }, headers) }
}

/** Starts paying an order: to the payment, or back to the order's page with the reason why not. */
export async function payAndLead(
  scope: StudentScope,
  { orderId, dueId, formKey }: { orderId: string; dueId: string; formKey: string },
  headers: HeadersInit = {},
): Promise<Response> {
  const started = await startOnlinePayment(scope, { dueIds: [dueId], formKey })
  if (started.ok) return seeOther(paths.student.payment(started.value.paymentId), headers)
  const to = paths.student.order(orderId)
  const message = troubles[started.reason]?.()
  // Paid or over by now: the page itself says so.
  if (!message) return seeOther(to, headers)
  return redirectWithToast(to, { type: 'error', title: m.payments_failed_title(), message }, headers)
}

const troubles: Partial<Record<string, () => string>> = {
  'provider-down': m.payments_provider_down,
  'not-configured': m.payments_not_available_text,
  'too-small': m.payments_too_small,
}
