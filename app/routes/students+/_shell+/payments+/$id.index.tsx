import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { checkDelays, type PaymentStep, paymentStep } from '~/components/payments/payment-step'
import { useMoveOn } from '~/components/payments/use-move-on'
import { Alert, ButtonLink, Card, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { isEnhanced } from '~/http/render-mode.server'
import { foundOr404, requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import type { DueKind } from '~/models/ledger/options'
import { findPayment, type PaymentView } from '~/models/ledger/queries.server'
import { formatPaise } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'
import type { Tone } from '~/models/shared/tone'

export const handle = pageTitle(() => m.payments_title())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'money')
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
      // What no due needed any more, and nobody has given back.
      excessPaise: payment.lines
        .filter((line) => line.state === 'settled' && line.duePublicId === null)
        .reduce((sum, line) => sum + line.amountPaise, 0),
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

type View = ReturnType<typeof useLoaderData<typeof loader>>
type Words = { tone: Tone; title: () => string; text: () => string }

const words: Record<Exclude<PaymentStep, 'checking' | 'paid'>, Words> = {
  redirecting: { tone: 'info', title: m.payments_redirecting, text: m.payments_redirecting_hint },
  'came-back': { tone: 'warn', title: m.payments_unpaid_title, text: m.payments_unpaid_text },
  failed: { tone: 'bad', title: m.payments_failed_title, text: m.payments_failed_text },
  expired: { tone: 'warn', title: m.payments_expired_title, text: m.payments_expired_text },
  'not-started': { tone: 'bad', title: m.payments_failed_title, text: m.payments_provider_down },
  bounced: { tone: 'bad', title: m.payments_bounced_title, text: m.payments_bounced_text },
  cancelled: { tone: 'bad', title: m.payments_cancelled_title, text: m.payments_cancelled_text },
  refunded: { tone: 'info', title: m.payments_refunded_title, text: m.payments_refunded_text },
}

/** How a payment stands, in words, and the one thing to do about it. */
function PaymentStatus(view: View) {
  const { tone, title, text } = wordsOf(view)
  return (
    <>
      <Alert tone={tone} title={title}>
        <p>{text}</p>
        {view.step === 'paid' && view.excessPaise > 0 ? (
          <p>{m.payments_paid_excess({ amount: formatPaise(view.excessPaise, { style: 'short' }) })}</p>
        ) : null}
      </Alert>
      <Card>
        <div className="stack">
          <DefinitionList
            items={[
              { label: m.fees_amount(), value: formatPaise(view.amountPaise, { style: 'exact' }) },
              {
                label: m.payments_for(),
                value: view.dues.map((due) => `${due.name} · ${due.title}`).join(', '),
              },
              ...(view.transactionId ? [{ label: m.receipt_transaction(), value: view.transactionId }] : []),
            ]}
          />
          <div className="actions">
            {nextStep(view)}
            <ButtonLink variant="secondary" href={view.back.href}>
              {view.back.label}
            </ButtonLink>
          </div>
        </div>
      </Card>
    </>
  )
}

function wordsOf({ step, moveOn, amountPaise }: View): { tone: Tone; title: string; text: string } {
  if (step === 'paid') {
    const amount = formatPaise(amountPaise, { style: 'short' })
    return { tone: 'good', title: m.payments_paid_title(), text: m.payments_paid_text({ amount }) }
  }
  if (step === 'checking') {
    const text = moveOn ? m.payments_checking_text() : m.payments_checking_long()
    return { tone: 'info', title: m.payments_checking_title(), text }
  }
  const { tone, title, text } = words[step]
  return { tone, title: title(), text: text() }
}

function nextStep({ step, receiptId, linkUrl, moveOn, id, dues, order }: View): ReactNode {
  if (receiptId) {
    return (
      <ButtonLink variant="next" icon="download" href={paths.student.receipt(receiptId)} download>
        {m.fees_download()}
      </ButtonLink>
    )
  }
  if (step === 'checking') {
    return (
      <ButtonLink variant="next" href={moveOn?.to ?? `${paths.student.payment(id)}?check=1`}>
        {m.payments_check_again()}
      </ButtonLink>
    )
  }
  if (linkUrl) {
    return (
      <ButtonLink variant="next" href={linkUrl}>
        {step === 'redirecting' ? m.payments_go() : step === 'failed' ? m.payments_try_again() : m.payments_continue()}
      </ButtonLink>
    )
  }
  // Its page says whether it can still be paid.
  if (order) return null
  const [due] = dues
  return due ? (
    <ButtonLink
      variant="next"
      href={dues.length > 1 ? paths.student.paySeveral(dues.map((one) => one.id)) : paths.student.pay(due.id)}
    >
      {m.payments_try_again()}
    </ButtonLink>
  ) : null
}
