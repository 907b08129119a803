import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paymentStep } from '~/components/payments/payment-step'
import { nextMove, payable, webAddress, wordsOf } from '~/components/payments/payment-words'
import { useMoveOn } from '~/components/payments/use-move-on'
import { Alert, ButtonLink, Card, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { isEnhanced } from '~/http/render-mode.server'
import { foundAtOpenSchool, requireGuardian } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findFamilyPayment } from '~/models/money/ledger/online/family-payments.server'

export const handle = pageTitle(() => m.payments_title())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireGuardian(context, request)
  const ownBasket = isPublicId(params.id) ? await findFamilyPayment(scope, params.id) : null
  const basket = await foundAtOpenSchool(scope, 'payment_baskets', params.id, ownBasket)
  const { payUrl, ...payment } = basket
  const query = new URL(request.url).searchParams
  const link = webAddress(payUrl)
  const visit = query.has('check') ? 'check' : query.has('back') ? 'back' : 'start'
  // Counts as paid once the payment of any child has a receipt, even if one is corrected or refunded later.
  const isPaid = payment.payments.some((one) => one.receipt !== null)
  const step = isPaid ? 'paid' : paymentStep({ ...payment, hasLink: link !== null }, visit)
  const moveOn = nextMove(step, paths.guardian.payment(payment.publicId), link, Number(query.get('check') ?? 1))
  // No `Refresh` header for a page with JavaScript: its script moves on, and the header would still redirect the user
  // after leaving the page.
  const headers = new Headers()
  if (moveOn && !isEnhanced(request)) headers.set('Refresh', `${moveOn.afterSeconds}; url=${moveOn.to}`)
  return data({ ...payment, step, moveOn, linkUrl: payable.has(step) ? link : null }, { headers })
}

export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get('Refresh')
  return refresh ? { Refresh: refresh } : new Headers()
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

type View = ReturnType<typeof useLoaderData<typeof loader>>

export default function FamilyPaymentPage() {
  const view = useLoaderData<typeof loader>()
  useMoveOn(view.moveOn)
  const { step, amountPaise, moveOn, school, transactionId, payments } = view
  const stepWords = wordsOf(step, amountPaise, moveOn !== null)
  const text = step === 'paid' ? m.family_paid_text({ amount: exact(amountPaise) }) : stepWords.text
  return (
    <>
      <PageHead title={m.payments_title()} context={school.name} />
      <Alert tone={stepWords.tone} title={stepWords.title} text={text} />
      <Card>
        <div className="stack">
          <DefinitionList
            items={[
              { label: m.fees_amount(), value: exact(amountPaise) },
              ...(transactionId ? [{ label: m.receipt_transaction(), value: transactionId }] : []),
            ]}
          />
          <DataTable
            caption={m.payments_for()}
            isRoomy
            rows={payments}
            rowKey={(payment) => payment.publicId}
            columns={[
              { label: m.family_child(), role: 'title', cell: ({ child }) => child ?? m.family_child_hidden() },
              { label: m.payments_for(), cell: ({ dues }) => dues.map((due) => due.name).join(', ') },
              { label: m.fees_amount(), align: 'end', cell: amountCell },
              { label: m.fees_actions(), role: 'actions', cell: receiptCell },
            ]}
          />
          <div className="actions">
            <NextStep {...view} />
            <ButtonLink variant="secondary" href={paths.guardian.pay(school.publicId)} label={m.family_pay_title()} />
            <ButtonLink variant="secondary" href={paths.guardian.payments()} label={m.family_payments_title()} />
          </div>
        </div>
      </Card>
    </>
  )
}

function amountCell({ amountPaise, refundedPaise }: View['payments'][number]) {
  return (
    <>
      {exact(amountPaise)}
      {refundedPaise > 0 ? (
        <span className="choice-hint"> {m.payments_list_refunded({ amount: exact(refundedPaise) })}</span>
      ) : null}
    </>
  )
}

function receiptCell({ child, receipt }: View['payments'][number]) {
  if (receipt === null || child === null) return null
  return (
    <a
      className="btn btn-secondary"
      href={paths.guardian.receipt(receipt.publicId)}
      aria-label={m.family_receipt_of({ name: child })}
      data-file
    >
      {m.fees_download()}
    </a>
  )
}

function NextStep({ step, moveOn, linkUrl, publicId }: View) {
  if (step === 'checking') {
    return (
      <ButtonLink variant="next" href={moveOn?.to ?? `${paths.guardian.payment(publicId)}?check=1`}>
        {m.payments_check_again()}
      </ButtonLink>
    )
  }
  if (!linkUrl) return null
  const words =
    { redirecting: m.payments_go, failed: m.payments_try_again }[step as 'redirecting'] ?? m.payments_continue
  return <ButtonLink variant="next" href={linkUrl} label={words()} />
}
