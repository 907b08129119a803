import { Card, DataTable } from '~/components/ui'
import { methodNames } from '~/models/ledger/office-words'
import type { RefundView } from '~/models/ledger/payment-details.server'
import { formatInstant } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

const states: Record<RefundView['state'], string> = {
  requested: 'In progress',
  done: 'Refunded',
  failed: 'Failed',
}

/** What of a payment went back, and how. */
export function PaymentRefunds({ refunds }: { refunds: readonly RefundView[] }) {
  return (
    <Card title="Refunds">
      <DataTable
        caption="Refunds of the payment"
        rows={refunds.map((refund, index) => ({ ...refund, index }))}
        rowKey={(refund) => refund.index}
        columns={[
          { label: 'When', role: 'title', cell: (refund) => formatInstant(refund.createdAt, 'en') },
          { label: 'Reason', cell: (refund) => refund.reason },
          { label: 'How', cell: how },
          { label: 'By', cell: (refund) => refund.requestedBy },
          { label: 'Status', cell: (refund) => [states[refund.state], refund.failure].filter(Boolean).join(': ') },
          { label: 'Amount', align: 'end', cell: (refund) => formatPaise(refund.amountPaise, { style: 'exact' }) },
        ]}
      />
    </Card>
  )
}

function how({ givenBy, givenReference, providerRefundId }: RefundView): string {
  if (givenBy) return [methodNames[givenBy], givenReference].filter(Boolean).join(', ')
  return providerRefundId ? `Razorpay, ${providerRefundId}` : 'Razorpay'
}
