import { schoolPaths } from '~/addresses/school-paths'
import { Alert, Badge, DataTable } from '~/components/ui'
import { formatInstant } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { DuePayment, DueRefund } from '~/models/money/ledger/books/money-of-dues.server'
import { methodNames, paymentStateNames } from '~/models/money/ledger/office-words'

const refundStateWords: Record<DueRefund['state'], string> = {
  requested: 'Refund in progress',
  done: 'Refunded',
  failed: 'Failed',
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

/** Failed refunds, except those requested again. */
export function FailedRefunds({ refunds, mayCorrect }: { refunds: readonly DueRefund[]; mayCorrect: boolean }) {
  const failed = refunds.filter(
    (one) =>
      one.state === 'failed' && !refunds.some((other) => other.paymentId === one.paymentId && other.state !== 'failed'),
  )
  return failed.map((refund) => (
    <Alert key={refund.paymentId} tone="bad" title="A refund failed">
      <p>
        {`${exact(refund.amountPaise)} could not be refunded${refund.failure ? `: ${refund.failure}` : ''}. The school still holds it. `}
        {mayCorrect ? <a href={schoolPaths.refundPayment(refund.paymentId)}>Retry the refund</a> : null}
      </p>
    </Alert>
  ))
}

/** Payments for a bed, an order or transport. `what` completes the caption, for example `the order`. */
export function PaymentsTable({ what, payments }: { what: string; payments: readonly DuePayment[] }) {
  return (
    <DataTable
      caption={`Payments for ${what}`}
      rows={payments}
      rowKey={(payment) => payment.publicId}
      columns={[
        {
          label: 'When',
          role: 'title',
          cell: (payment) => <a href={schoolPaths.payment(payment.publicId)}>{formatInstant(payment.at, 'en')}</a>,
        },
        { label: 'Method', cell: (payment) => methodNames[payment.method] },
        {
          label: 'Status',
          cell: (payment) => (
            <Badge tone={paymentStateNames[payment.state].tone}>{paymentStateNames[payment.state].word}</Badge>
          ),
        },
        {
          label: 'Receipt',
          cell: (payment) =>
            payment.receiptId ? (
              <a href={schoolPaths.receipt(payment.receiptId)} data-file>
                Receipt (PDF)
              </a>
            ) : (
              '–'
            ),
        },
        { label: 'Amount', align: 'end', cell: (payment) => exact(payment.amountPaise) },
      ]}
    />
  )
}

export function RefundsTable({ what, refunds }: { what: string; refunds: readonly DueRefund[] }) {
  return (
    <DataTable
      caption={`Refunds for ${what}`}
      rows={refunds.map((refund, index) => ({ ...refund, index }))}
      rowKey={(refund) => refund.index}
      columns={[
        { label: 'Refund', role: 'title', cell: (refund) => formatInstant(refund.at, 'en') },
        { label: 'How', cell: (refund) => (refund.givenBy ? methodNames[refund.givenBy] : 'Razorpay') },
        {
          label: 'Status',
          cell: (refund) => [refundStateWords[refund.state], refund.failure].filter(Boolean).join(': '),
        },
        { label: 'Amount', align: 'end', cell: (refund) => exact(refund.amountPaise) },
      ]}
    />
  )
}
