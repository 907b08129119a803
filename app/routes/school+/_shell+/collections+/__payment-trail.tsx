import { Card, DataTable, DefinitionList } from '~/components/ui'
import { formatInstant } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { PaymentTrail as Trail } from '~/models/money/ledger/books/payment-details.server'
import type { LinkState } from '~/models/money/ledger/options'

const links: Record<LinkState, string> = {
  none: 'Not created yet',
  open: 'Open, can be paid',
  paid: 'Paid',
  cancelled: 'Cancelled',
  expired: 'Ended',
}

const sources = {
  callback: 'Student returned from Razorpay',
  webhook: 'Razorpay notified us',
  reconciler: 'We checked with Razorpay',
}

const outcomes: Record<string, string> = {
  captured: 'Money recorded',
  changed: 'Status changed',
  'nothing-new': 'Nothing new',
  mismatch: 'Refused: does not match this payment',
  tampered: 'Refused: not genuine',
}

/** Razorpay's ids and all reports about the payment with their times, so that the office can explain what happened. */
export function PaymentTrail({ trail, linkState }: { trail: Omit<Trail, 'requests'>; linkState: LinkState }) {
  return (
    <>
      <Card title="At Razorpay">
        <DefinitionList
          items={[
            { label: 'Payment Link', value: trail.linkId },
            { label: 'Link status', value: links[linkState] },
            ...trail.captures.map((capture, index) => ({
              label: trail.captures.length > 1 ? `Capture ${index + 1}` : 'Capture',
              value: `${capture.providerPaymentId} · ${formatPaise(capture.amountPaise, { style: 'exact' })}`,
            })),
          ]}
        />
      </Card>
      {trail.events.length > 0 ? (
        <Card title="Reports about the payment">
          <DataTable
            caption="Reports about the payment"
            rows={trail.events.map((event, index) => ({ ...event, index }))}
            rowKey={(event) => event.index}
            columns={[
              { label: 'When', role: 'title', cell: (event) => formatInstant(event.at, 'en') },
              { label: 'How', cell: (event) => sources[event.source] },
              { label: 'Event', cell: (event) => event.kind },
              { label: 'Result', cell: (event) => outcomes[event.outcome] ?? event.outcome },
            ]}
          />
        </Card>
      ) : null}
    </>
  )
}
