import { paths } from '~/addresses/paths'
import { Badge, DataTable } from '~/components/ui'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { Tone } from '~/models/core/shared/tone'
import { methodWords } from '~/models/money/ledger/method-words'
import type { OwnPayment } from '~/models/money/ledger/online/own-payments.server'
import type { PaymentState } from '~/models/money/ledger/options'
import type { PaymentMethod } from '~/models/money/ledger/payment-methods'

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

export function toOwnPaymentItem(payment: OwnPayment) {
  const { publicId: id, method, reference, state, amountPaise, purposes } = payment
  const { refundedPaise, refundingPaise, excessPaise } = payment
  const isVoid = state === 'bounced' || state === 'cancelled'
  return {
    id,
    method,
    reference,
    state,
    amountPaise,
    purposes,
    paidOn: todayInIndia(payment.at),
    receipt:
      payment.receiptPublicId === null
        ? null
        : { id: payment.receiptPublicId, number: payment.receiptNumber, isCancelled: payment.isReceiptCancelled },
    notes: [
      refundedPaise > 0 ? m.payments_list_refunded({ amount: exact(refundedPaise) }) : '',
      refundingPaise > 0 ? m.payments_list_refunding({ amount: exact(refundingPaise) }) : '',
      excessPaise > 0 && !isVoid ? m.payments_list_excess({ amount: exact(excessPaise) }) : '',
    ].filter((note) => note !== ''),
  }
}

export interface OwnPaymentItem {
  id: string
  method: PaymentMethod
  reference: string | null
  state: PaymentState
  /** Amount received or declared, in paise. */
  amountPaise: number
  /** Fee and instalment of each due that it pays. */
  purposes: string[]
  /** YYYY-MM-DD */
  paidOn: string
  receipt: { id: string; number: string | null; isCancelled: boolean } | null
  /** Notes on refunds and excess. */
  notes: string[]
}

const states: Partial<Record<PaymentState, { tone: Tone; word: () => string }>> = {
  bounced: { tone: 'bad', word: m.payments_list_bounced },
  cancelled: { tone: 'neutral', word: m.payments_list_mistake },
  pending: { tone: 'info', word: m.fees_declared },
}

export function OwnPayments({ caption, payments }: { caption: string; payments: readonly OwnPaymentItem[] }) {
  const language = currentLanguage()
  return (
    <DataTable
      caption={caption}
      isRoomy
      rows={payments}
      rowKey={(payment) => payment.id}
      columns={[
        { label: m.payments_for(), role: 'title', cell: ({ purposes }) => purposes.join(', ') },
        { label: m.payments_list_date(), align: 'nowrap', cell: ({ paidOn }) => formatDay(paidOn, language) },
        {
          label: m.receipt_method(),
          cell: ({ method, reference }) => (
            <>
              {methodWords[method]()}
              {reference ? <span className="choice-hint"> {reference}</span> : null}
            </>
          ),
        },
        {
          label: m.fees_amount(),
          align: 'end',
          cell: ({ amountPaise, notes }) => (
            <>
              {exact(amountPaise)}
              {notes.map((note) => (
                <span className="choice-hint" key={note}>
                  {' '}
                  {note}
                </span>
              ))}
            </>
          ),
        },
        { label: m.fees_status(), cell: statusCell },
        { label: m.fees_actions(), role: 'actions', cell: receiptCell },
      ]}
    />
  )
}

function statusCell({ state }: OwnPaymentItem) {
  const { tone, word } = states[state] ?? { tone: 'good' as const, word: m.fees_paid }
  return (
    <>
      <Badge tone={tone}>{word()}</Badge>
      {state === 'pending' ? ` ${m.fees_declared_waits()}` : null}
    </>
  )
}

function receiptCell({ receipt }: OwnPaymentItem) {
  if (receipt === null) return null
  const label = receipt.isCancelled ? m.payments_list_receipt_cancelled() : m.fees_download()
  return (
    <a
      className="btn btn-secondary"
      href={paths.student.receipt(receipt.id)}
      aria-label={receipt.number === null ? undefined : `${label} ${receipt.number}`}
      data-file
    >
      {label}
    </a>
  )
}
