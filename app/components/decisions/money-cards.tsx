import { Alert, Badge, Card, DataTable } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import type { DuePayment, DueRefund } from '~/models/ledger/money-of-dues.server'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { FailedRefunds, PaymentsTable, RefundsTable } from './payment-tables'
import { WaitingMoney, WaitingMoneyOfEnded } from './waiting-money'

interface ShownDue {
  duePublicId: string
  /** `Hostel rent: 1/12/2026–31/12/2026` */
  name: string
  /** YYYY-MM-DD */
  dueOn: string
  state: 'open' | 'cancelled'
  amountPaise: number
  paidPaise: number
}

type MoneyCardsProps = {
  /** What the dues are for: `the place`, `the seat`. */
  what: string
  /** It came to nothing: nothing is owed for it. */
  isOver: boolean
  dues: readonly ShownDue[]
  payments: readonly DuePayment[]
  /** Those of them that are declared and wait. */
  waiting: readonly DuePayment[]
  refunds: readonly DueRefund[]
  mayCollect: boolean
  mayCorrect: boolean
}

/** What an application raised and what is paid of it, the payments for it, and what went back. */
export function MoneyCards(props: MoneyCardsProps) {
  const { what, isOver, dues, waiting, payments, refunds, mayCollect, mayCorrect } = props
  const Waiting = isOver ? WaitingMoneyOfEnded : WaitingMoney
  return (
    <>
      <Waiting payments={waiting} mayCorrect={mayCorrect} />
      {payments.map((payment) =>
        payment.excessPaise > 0 ? (
          <Alert key={payment.publicId} tone="warn" title={`${exact(payment.excessPaise)} is excess`}>
            <p>
              It was received when nothing was owed for it any more, and the school still holds it.{' '}
              {mayCorrect ? (
                <a href={schoolPaths.payment(payment.publicId)}>Open the payment to refund it</a>
              ) : (
                'The owner or accounts can refund it.'
              )}
            </p>
          </Alert>
        ) : null,
      )}
      <FailedRefunds refunds={refunds} mayCorrect={mayCorrect} />
      <Card title="Dues">
        {dues.length === 0 ? (
          <p>{isOver ? 'Nothing was owed for it.' : 'Nothing is owed before the approval.'}</p>
        ) : (
          <DataTable
            caption={`Dues of ${what}`}
            rows={dues}
            rowKey={(due) => due.duePublicId}
            columns={[
              { label: 'Due', role: 'title', cell: (due) => due.name },
              { label: 'Due date', align: 'nowrap', cell: (due) => formatDay(due.dueOn, 'en') },
              { label: 'Amount', align: 'end', cell: (due) => exact(due.amountPaise) },
              { label: 'Paid', align: 'end', cell: (due) => exact(due.paidPaise) },
              {
                label: 'Status',
                cell: (due) =>
                  due.state === 'cancelled' ? (
                    <Badge tone="neutral">Not owed</Badge>
                  ) : due.paidPaise >= due.amountPaise ? (
                    <Badge tone="good">Paid</Badge>
                  ) : mayCollect ? (
                    <a href={schoolPaths.collect(due.duePublicId)} aria-label={`Record a payment for ${due.name}`}>
                      Record payment
                    </a>
                  ) : (
                    <Badge tone="warn">Unpaid</Badge>
                  ),
              },
            ]}
          />
        )}
      </Card>
      {payments.length > 0 ? (
        <Card title="Payments">
          <PaymentsTable what={what} payments={payments} />
        </Card>
      ) : null}
      {refunds.length > 0 ? (
        <Card title="Refunds">
          <RefundsTable what={what} refunds={refunds} />
        </Card>
      ) : null}
    </>
  )
}

function exact(paise: number): string {
  return formatPaise(paise, { style: 'exact' })
}
