import { DataTable } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import type { PaidView } from './__own-vehicle-applications.server'

/** What was paid for an application: when, how and how much. */
export function PaymentHistory({ payments }: { payments: readonly PaidView[] }) {
  return (
    <DataTable
      caption={m.vehicles_payments()}
      rows={payments}
      rowKey={(payment) => payment.id}
      columns={[
        { label: m.room_paid_on(), role: 'title', cell: (payment) => payment.on },
        { label: m.room_method(), cell: (payment) => payment.method },
        { label: m.room_amount(), align: 'end', cell: (payment) => payment.amount },
      ]}
    />
  )
}
