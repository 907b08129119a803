import { DueStatusBadge } from '~/components/fees/due-status-badge'
import { Badge, Card, type Column, DataTable } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import type { findFeeAccount } from '~/models/ledger/fee-account.server'
import { methodNames, stateNames } from '~/models/ledger/office-words'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

type FeeAccount = NonNullable<Awaited<ReturnType<typeof findFeeAccount>>>
type AccountYear = FeeAccount['years'][number]

const dueColumns: Column<AccountYear['dues'][number]>[] = [
  {
    label: 'Fee',
    role: 'title',
    cell: (due) => <a href={schoolPaths.due(due.publicId)}>{`${due.name}: ${due.title}`}</a>,
  },
  { label: 'Due date', align: 'nowrap', cell: (due) => formatDay(due.dueOn, 'en') },
  { label: 'Amount', align: 'end', cell: (due) => exact(due.amountPaise) },
  { label: 'Concession', align: 'end', cell: (due) => exact(due.concessionPaise) },
  { label: 'Late fine', align: 'end', cell: (due) => exact(due.finePaise) },
  { label: 'Paid', align: 'end', cell: (due) => exact(due.paidPaise) },
  { label: 'Balance', align: 'end', cell: (due) => exact(due.balancePaise) },
  { label: 'Status', cell: (due) => <DueStatusBadge status={due.status} /> },
]

/** What a student owes of one session, each due with all its figures. */
export function AccountYearCard({ year }: { year: AccountYear }) {
  return (
    <Card title={year.sessionName} aside={year.className ? <span className="soft">{year.className}</span> : undefined}>
      <DataTable caption={year.sessionName} columns={dueColumns} rows={year.dues} rowKey={(due) => due.publicId} />
    </Card>
  )
}

type AccountPayment = FeeAccount['payments'][number]

const paymentColumns: Column<AccountPayment>[] = [
  {
    label: 'Date',
    role: 'title',
    cell: (one) => <a href={schoolPaths.payment(one.publicId)}>{formatDay(todayInIndia(new Date(one.at)), 'en')}</a>,
  },
  { label: 'Method', cell: (one) => methodNames[one.method] },
  { label: 'Amount', align: 'end', cell: (one) => exact(one.amountPaise) },
  {
    label: 'Status',
    cell: (one) => <Badge tone={stateNames[one.state].tone}>{stateNames[one.state].word}</Badge>,
  },
  { label: 'Transaction id', align: 'nowrap', cell: (one) => one.transactionId ?? '–' },
  { label: 'Receipt', align: 'nowrap', cell: (one) => one.receiptNumber ?? '–' },
]

/** A student's payments, each leading to its page with the receipt. */
export function AccountPayments({ payments }: { payments: readonly AccountPayment[] }) {
  return (
    <Card title="Payments and receipts">
      <DataTable
        caption="Payments and receipts"
        columns={paymentColumns}
        rows={payments}
        rowKey={(one) => one.publicId}
      />
    </Card>
  )
}
