import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OfficeList } from '~/components/school/office-list'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { listPayments, paymentSorts } from '~/models/ledger/collections.server'
import { methodNames } from '~/models/ledger/office-words'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

export const handle = pageTitle(() => 'Excess')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'fees:view')
  const view = listViewOf(request, { sorts: paymentSorts, filters: {} })
  const found = await listPayments(scope, { ...view, filters: { excess: 'yes' } })
  const rows = found.rows.map((row) => ({
    id: row.publicId,
    student: row.studentName,
    enrollmentNumber: row.enrollmentNumber,
    purpose: row.purpose,
    method: row.method,
    on: formatDay(todayInIndia(row.at), 'en'),
    amountPaise: row.amountPaise,
    excessPaise: row.excessPaise,
  }))
  return { view, mayCorrect: mayStaff(role, 'payments:correct'), list: { ...found, rows } }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns = (mayCorrect: boolean): Column<Row>[] => [
  { key: 'on', label: 'Date', align: 'nowrap', sort: 'date', newestFirst: true, cell: (row) => row.on },
  {
    key: 'student',
    label: 'Student',
    role: 'title',
    sort: 'student',
    cell: (row) => (
      <>
        {row.student} <span className="soft small">{row.enrollmentNumber}</span>
      </>
    ),
  },
  { key: 'for', label: 'Paid for', cell: (row) => row.purpose },
  { key: 'method', label: 'Method', cell: (row) => methodNames[row.method] },
  { key: 'amount', label: 'Payment', align: 'end', sort: 'amount', cell: (row) => exact(row.amountPaise) },
  { key: 'excess', label: 'Excess', align: 'end', cell: (row) => exact(row.excessPaise) },
  {
    key: 'actions',
    label: 'Actions',
    role: 'actions',
    cell: (row) =>
      mayCorrect ? (
        <a className="btn btn-secondary" href={`${schoolPaths.refundPayment(row.id)}?from=excess`}>
          Refund
        </a>
      ) : (
        <a className="btn btn-secondary" href={schoolPaths.payment(row.id)}>
          Open
        </a>
      ),
  },
]

export default function ExcessPage() {
  const { view, mayCorrect, list } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Excess"
        context="Money received for dues already settled. It belongs to the student until the school refunds it."
      />
      <OfficeList
        path={schoolPaths.excess}
        filePath={schoolPaths.excessFile}
        view={view}
        list={list}
        noun="payment"
        caption="Payments with excess"
        columns={columns(mayCorrect)}
        rowKey={(row) => row.id}
        search={{ label: 'Search' }}
        empty={{
          icon: 'check',
          title: 'No excess',
          text: 'When somebody pays twice, by two links or both online and at the office, the payment appears here to be refunded.',
          action: (
            <a className="btn btn-secondary" href={schoolPaths.collections}>
              All collections
            </a>
          ),
        }}
      />
    </>
  )
}

function exact(paise: number): string {
  return formatPaise(paise, { style: 'exact' })
}
