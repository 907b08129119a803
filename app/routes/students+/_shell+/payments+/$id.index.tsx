import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { paymentStep } from '~/components/payments/payment-step'
import { nextMove, payable, webAddress, wordsOf } from '~/components/payments/payment-words'
import { useMoveOn } from '~/components/payments/use-move-on'
import { Alert, ButtonLink, Card, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { isEnhanced } from '~/http/render-mode.server'
import { foundOr404, requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { DueKind, PaymentState } from '~/models/money/ledger/options'
import { findPayment, type PaymentView } from '~/models/money/ledger/queries.server'
import { isRefundChecked } from '~/models/people/second-person/requests.server'

export const handle = pageTitle(() => m.payments_title())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, guardian } = await requireStudent(context, request, 'money')
  const mayPay = guardian?.mayPay ?? true
  const payment = foundOr404(isPublicId(params.id) ? await findPayment(scope, params.id) : null)
  const query = new URL(request.url).searchParams
  const link = webAddress(payment.payUrl)
  const visit = query.has('check') ? 'check' : query.has('back') ? 'back' : 'start'
  const reached = paymentStep({ ...payment, hasLink: link !== null }, visit)
  // A guardian without the right to pay is not redirected to the provider.
  const step = reached === 'redirecting' && !mayPay ? 'came-back' : reached
  const moveOn = nextMove(step, paths.student.payment(payment.publicId), link, Number(query.get('check') ?? 1))
  // No `Refresh` header for a page with JavaScript: its script moves on, and the header would still redirect the user
  // after leaving the page.
  const headers = new Headers()
  if (moveOn && !isEnhanced(request)) headers.set('Refresh', `${moveOn.afterSeconds}; url=${moveOn.to}`)
  return data(
    {
      step,
      moveOn,
      id: payment.publicId,
      // Name of the guardian who started the payment, and who still has to finish it; null if it is finished.
      guardianName: underWay.has(payment.state) ? payment.guardianName : null,
      paidBy: payment.guardianName,
      amountPaise: payment.amountPaise,
      // Excess that was neither used for a due nor refunded.
      excessPaise: payment.lines
        .filter((line) => line.state === 'settled' && line.duePublicId === null)
        .reduce((sum, line) => sum + line.amountPaise, 0),
      transactionId: payment.transactionId,
      receiptId: payment.receipt && !payment.receipt.cancelled ? payment.receipt.publicId : null,
      linkUrl: mayPay && payable.has(step) ? link : null,
      order: onlyOrder(payment.lines),
      back: backTo(payment.lines),
      mayPay,
      isRefundChecked: await isRefundChecked(scope, payment.publicId),
      dues: payment.lines.flatMap((line) =>
        line.kind === 'due' && line.duePublicId
          ? [{ id: line.duePublicId, name: line.feeName, title: line.title }]
          : [],
      ),
    },
    { headers },
  )
}

/** Returns the order if the payment is for that order only; otherwise null. */
function onlyOrder(lines: PaymentView['lines']): { publicId: string; number: string } | null {
  const [first, ...others] = lines.filter((line) => line.kind === 'due').map((line) => line.order)
  return first && others.every((one) => one?.publicId === first.publicId) ? first : null
}

/** Link back to the order, the application, or the fees that the payment is for. */
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

const underWay = new Set<PaymentState>(['created', 'pending', 'failed'])

export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get('Refresh')
  return refresh ? { Refresh: refresh } : new Headers()
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

function PaymentStatus(view: View) {
  const { tone, title, text } = view.guardianName
    ? guardianWords(view.guardianName)
    : wordsOf(view.step, view.amountPaise, view.moveOn !== null)
  return (
    <>
      <Alert tone={tone} title={title}>
        <p>{text}</p>
        {view.step === 'paid' && view.excessPaise > 0 ? (
          <p>{m.payments_paid_excess({ amount: formatPaise(view.excessPaise, { style: 'short' }) })}</p>
        ) : null}
        {view.isRefundChecked ? <p>{m.payments_refund_checked()}</p> : null}
      </Alert>
      <Card>
        <div className="stack">
          <DefinitionList
            items={[
              { label: m.fees_amount(), value: formatPaise(view.amountPaise, { style: 'exact' }) },
              { label: m.payments_for(), value: view.dues.map((due) => `${due.name} · ${due.title}`).join(', ') },
              ...(view.paidBy ? [{ label: m.family_paid_by(), value: view.paidBy }] : []),
              ...(view.transactionId ? [{ label: m.receipt_transaction(), value: view.transactionId }] : []),
            ]}
          />
          <div className="actions">
            {nextStep(view)}
            <ButtonLink variant="secondary" href={view.back.href} label={view.back.label} />
          </div>
        </div>
      </Card>
    </>
  )
}

function guardianWords(name: string) {
  return { tone: 'info' as const, title: m.family_waits_title({ name }), text: m.family_waits_text() }
}

function nextStep({ step, receiptId, linkUrl, moveOn, id, dues, order, mayPay }: View): ReactNode {
  if (receiptId) {
    return (
      <ButtonLink variant="next" icon="download" href={paths.student.receipt(receiptId)} data-file>
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
  // Offers no new payment of an order here: the order's page shows whether it can still be paid.
  if (order || !mayPay) return null
  const [due] = dues
  return due ? (
    <ButtonLink
      variant="next"
      href={dues.length > 1 ? paths.student.paySeveral(dues.map((one) => one.id)) : paths.student.pay(due.id)}
      label={m.payments_try_again()}
    />
  ) : null
}
