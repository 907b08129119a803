import type { ReactNode } from 'react'
import type { PaymentStep } from '~/components/payments/payment-step'
import { Alert, ButtonLink, Card, DefinitionList } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/shared/money'
import type { Tone } from '~/models/shared/tone'

export interface PaymentStatusView {
  step: PaymentStep
  /** Where the page goes by itself; null while checking means that it has given up looking by itself. */
  moveOn: { to: string; afterSeconds: number } | null
  id: string
  amountPaise: number
  transactionId: string | null
  receiptId: string | null
  /** The provider's page, while it can still be paid there. */
  linkUrl: string | null
  dues: Array<{ id: string; name: string | null; title: string | null }>
  /** The order of the store that all of it is for. */
  order: { publicId: string; number: string } | null
  /** Where what was paid for stands. */
  back: { href: string; label: string }
}

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
export function PaymentStatus(view: PaymentStatusView) {
  const { tone, title, text } = wordsOf(view)
  return (
    <>
      <Alert tone={tone} title={title}>
        <p>{text}</p>
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

function wordsOf({ step, moveOn, amountPaise }: PaymentStatusView): { tone: Tone; title: string; text: string } {
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

function nextStep({ step, receiptId, linkUrl, moveOn, id, dues, order }: PaymentStatusView): ReactNode {
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
