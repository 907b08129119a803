import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { checkDelays, type PaymentStep, paymentStep } from '~/components/payments/payment-step'
import { useMoveOn } from '~/components/payments/use-move-on'
import { PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { isEnhanced } from '~/http/render-mode.server'
import { foundOr404, requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import type { DueKind } from '~/models/ledger/options'
import { findPayment, type PaymentView } from '~/models/ledger/queries.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { PaymentStatus } from './__payment-status'

export const handle = pageTitle(() => m.payments_title())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const payment = foundOr404(isPublicId(params.id) ? await findPayment(scope, params.id) : null)
  const query = new URL(request.url).searchParams
  const link = webAddress(payment.payUrl)
  const visit = query.has('check') ? 'check' : query.has('back') ? 'back' : 'start'
  const step = paymentStep({ ...payment, hasLink: link !== null }, visit)
  const moveOn = nextMove(step, payment.publicId, link, Number(query.get('check') ?? 1))
  // Enhanced, the page moves on itself: this header would still fire after the reader has gone elsewhere.
  const headers = new Headers()
  if (moveOn && !isEnhanced(request)) headers.set('Refresh', `${moveOn.afterSeconds}; url=${moveOn.to}`)
  return data(
    {
      step,
      moveOn,
      id: payment.publicId,
      amountPaise: payment.amountPaise,
      transactionId: payment.transactionId,
      receiptId: payment.receipt && !payment.receipt.cancelled ? payment.receipt.publicId : null,
      linkUrl: payable.has(step) ? link : null,
      order: onlyOrder(payment.lines),
      back: backTo(payment.lines),
      dues: payment.lines.flatMap((line) =>
        line.kind === 'due' && line.duePublicId
          ? [{ id: line.duePublicId, name: line.feeName, title: line.title }]
          : [],
      ),
    },
    { headers },
  )
}

/** The order that all of the payment is for; null where it is for anything else too. */
function onlyOrder(lines: PaymentView['lines']): { publicId: string; number: string } | null {
  const [first, ...others] = lines.filter((line) => line.kind === 'due').map((line) => line.order)
  return first && others.every((one) => one?.publicId === first.publicId) ? first : null
}

/** Where what was paid for stands: the order, the application, or the fees. */
function backTo(lines: PaymentView['lines']): { href: string; label: string } {
  const order = onlyOrder(lines)
  if (order) return { href: paths.student.order(order.publicId), label: m.shop_order_number({ number: order.number }) }
  const kinds = new Set(lines.filter((line) => line.kind === 'due').map((line) => line.dueKind))
  const { hostelApplications, transportStatus, vehicleApplications } = paths.student
  const applications = { hostel: hostelApplications, transport: transportStatus, vehicle: vehicleApplications }
  for (const [kind, href] of Object.entries(applications))
    if (kinds.size === 1 && kinds.has(kind as DueKind)) return { href, label: m.room_to_applications() }
  return { href: paths.student.fees, label: m.payments_to_fees() }
}

/** Steps from which the provider's page may still be opened. */
const payable = new Set<PaymentStep>(['redirecting', 'came-back', 'failed'])

export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get('Refresh')
  return refresh ? { Refresh: refresh } : new Headers()
}

function nextMove(step: PaymentStep, id: string, link: string | null, check: number) {
  if (step === 'redirecting' && link) return { to: link, afterSeconds: checkDelays[0] }
  const afterSeconds = step === 'checking' ? checkDelays[check - 1] : undefined
  return afterSeconds ? { to: `${paths.student.payment(id)}?check=${check + 1}`, afterSeconds } : null
}

/** The provider's address as a header may carry it; null for anything that is no web address. */
function webAddress(text: string | null): string | null {
  if (!text || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}

export default function PaymentPage() {
  const view = useLoaderData<typeof loader>()
  useMoveOn(view.moveOn)
  return (
    <>
      <PageHead title={m.payments_title()} context={view.dues.map((due) => `${due.name} · ${due.title}`).join(', ')} />
      <PaymentStatus {...view} />
    </>
  )
}
