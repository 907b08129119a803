import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OfficeList } from '~/components/school/office-list'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { countWaiting, listPayments, paymentSorts, sumPayments } from '~/models/ledger/collections.server'
import { methodNames, stateNames } from '~/models/ledger/office-words'
import { paymentFilters } from '~/models/ledger/options'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { CollectionFilters } from './__collection-filters'

export const handle = pageTitle(() => 'Collections')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'fees:view')
  const view = listViewOf(request, { sorts: paymentSorts, filters: paymentFilters })
  const [found, collectedPaise, waiting] = await Promise.all([
    listPayments(scope, view),
    sumPayments(scope, view),
    countWaiting(scope),
  ])
  const rows = found.rows.map((row) => ({
    id: row.publicId,
    student: row.studentName,
    enrollmentNumber: row.enrollmentNumber,
    purpose: row.purpose,
    method: row.method,
    state: row.state,
    hasExcess: row.excessPaise > 0,
    amountPaise: row.amountPaise,
    receipt: row.receiptNumber,
    on: formatDay(todayInIndia(row.at), 'en'),
  }))
  return { view, mayCollect: mayStaff(role, 'fees:collect'), list: { ...found, rows }, collectedPaise, waiting }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'on',
    label: 'Date',
    align: 'nowrap',
    sort: 'date',
    newestFirst: true,
    cell: (row) => row.on,
  },
  {
    key: 'student',
    label: 'Student',
    role: 'title',
    sort: 'student',
    cell: (row) => (
      <>
        <a href={schoolPaths.payment(row.id)}>{row.student}</a>{' '}
        <span className="soft small">{row.enrollmentNumber}</span>
      </>
    ),
  },
  { key: 'for', label: 'For', cell: (row) => row.purpose },
  { key: 'method', label: 'Method', cell: (row) => methodNames[row.method] },
  { key: 'receipt', label: 'Receipt', align: 'nowrap', cell: (row) => row.receipt },
  {
    key: 'state',
    label: 'Status',
    cell: (row) => (
      <>
        <Badge tone={stateNames[row.state].tone}>{stateNames[row.state].word}</Badge>
        {row.hasExcess ? <Badge tone="warn">Excess</Badge> : null}
      </>
    ),
  },
  { key: 'amount', label: 'Amount', align: 'end', sort: 'amount', cell: (row) => exact(row.amountPaise) },
]

export default function CollectionsPage() {
  const { view, mayCollect, list, collectedPaise, waiting } = useLoaderData<typeof loader>()
  const record = mayCollect ? (
    <ButtonLink icon="plus" href={schoolPaths.newPayment}>
      Record a payment
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead
        title="Collections"
        context="Every payment, online and at the office. Search by student, enrollment number, transaction or receipt number."
        action={record}
      />
      <p>
        <a className="alone" href={schoolPaths.receipts}>
          Receipts
        </a>
        {' · '}
        <a className="alone" href={schoolPaths.transfers}>
          Transfers to confirm ({waiting.transfers})
        </a>
        {' · '}
        <a className="alone" href={schoolPaths.excess}>
          Excess ({waiting.excess})
        </a>
      </p>
      <OfficeList
        path={schoolPaths.collections}
        filePath={schoolPaths.collectionsFile}
        view={view}
        list={list}
        noun="payment"
        caption="Payments"
        columns={columns}
        rowKey={(row) => row.id}
        search={{ label: 'Search' }}
        filters={<CollectionFilters chosen={view.filters} />}
        summary={
          <>
            {' · '}
            <strong>{exact(collectedPaise)}</strong> collected (excluding refunds, bounced cheques and mistakes)
          </>
        }
        empty={{
          icon: 'fees',
          title: 'No payments yet',
          text: 'Payments appear here as soon as a student pays online or the office records one.',
          action: record,
        }}
      />
    </>
  )
}

function exact(paise: number): string {
  return formatPaise(paise, { style: 'exact' })
}
