import { Alert } from '~/components/ui/alert'
import { Badge } from '~/components/ui/badge'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { schoolPaths } from '~/http/school-paths'
import { methodNames, stateNames } from '~/models/ledger/office-words'
import { formatInstant } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import type { OrderPayment, OrderRefund } from '~/models/shop/office-orders.server'

const refundStates: Record<OrderRefund['state'], string> = {
  requested: 'Refund in progress',
  done: 'Refunded',
  failed: 'Failed',
}

type OrderMoneyProps = {
  payments: readonly OrderPayment[]
  refunds: readonly OrderRefund[]
  owedPaise: number
  mayRefund: boolean
}

/** What was paid for the order, what went back, and what is still owed. */
export function OrderMoney({ payments, refunds, owedPaise, mayRefund }: OrderMoneyProps) {
  // One that failed and was asked for again is no trouble any more.
  const failed = refunds.filter((refund) => refund.state === 'failed')
  const troubled = failed.filter(
    (one) => !refunds.some((other) => other.paymentId === one.paymentId && other.state !== 'failed'),
  )
  return (
    <Card title="Money">
      {troubled.map((refund) => (
        <Alert key={refund.paymentId} tone="bad" title="A refund failed">
          <p>
            {`${exact(refund.amountPaise)} could not be refunded${refund.failure ? `: ${refund.failure}` : ''}. The school still holds it.`}
            {mayRefund ? (
              <>
                {' '}
                <a href={schoolPaths.refundPayment(refund.paymentId)}>Refund it again</a>
              </>
            ) : null}
          </p>
        </Alert>
      ))}
      <p>{owedPaise > 0 ? `${exact(owedPaise)} is still owed.` : 'Nothing is owed for it.'}</p>
      {payments.length === 0 ? (
        <p>Nothing has been paid.</p>
      ) : (
        <DataTable
          caption="Payments for the order"
          rows={payments}
          rowKey={(payment) => payment.publicId}
          columns={[
            {
              key: 'at',
              label: 'When',
              role: 'title',
              cell: (payment) => <a href={schoolPaths.payment(payment.publicId)}>{formatInstant(payment.at, 'en')}</a>,
            },
            { key: 'how', label: 'Method', cell: (payment) => methodNames[payment.method] },
            {
              key: 'state',
              label: 'Status',
              cell: (payment) => <Badge tone={stateNames[payment.state].tone}>{stateNames[payment.state].word}</Badge>,
            },
            {
              key: 'receipt',
              label: 'Receipt',
              cell: (payment) =>
                payment.receiptId ? <a href={schoolPaths.receipt(payment.receiptId)}>Receipt (PDF)</a> : '–',
            },
            { key: 'amount', label: 'Amount', align: 'end', cell: (payment) => exact(payment.amountPaise) },
          ]}
        />
      )}
      {refunds.length > 0 ? (
        <DataTable
          caption="Refunds of the order"
          rows={refunds.map((refund, index) => ({ ...refund, index }))}
          rowKey={(refund) => refund.index}
          columns={[
            { key: 'at', label: 'Refund', role: 'title', cell: (refund) => formatInstant(refund.at, 'en') },
            { key: 'how', label: 'How', cell: (refund) => (refund.givenBy ? methodNames[refund.givenBy] : 'Razorpay') },
            {
              key: 'state',
              label: 'Status',
              cell: (refund) => [refundStates[refund.state], refund.failure].filter(Boolean).join(': '),
            },
            { key: 'amount', label: 'Amount', align: 'end', cell: (refund) => exact(refund.amountPaise) },
          ]}
        />
      ) : null}
    </Card>
  )
}

function exact(paise: number): string {
  return formatPaise(paise, { style: 'exact' })
}
