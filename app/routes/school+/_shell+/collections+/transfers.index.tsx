import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { OfficeList } from '~/components/school/office-list'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { listTransfers, transferSorts } from '~/models/ledger/collections.server'
import { methodNames } from '~/models/ledger/office-words'
import { declarableMethods } from '~/models/ledger/options'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

export const handle = pageTitle(() => 'Transfers to confirm')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'fees:view')
  const view = listViewOf(request, { sorts: transferSorts, filters: { method: declarableMethods } })
  const found = await listTransfers(scope, view)
  const rows = found.rows.map(({ at, ...row }) => ({ ...row, on: formatDay(todayInIndia(at), 'en') }))
  return { view, mayConfirm: mayStaff(role, 'payments:correct'), list: { ...found, rows } }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns = (mayConfirm: boolean): Column<Row>[] => [
  { key: 'on', label: 'Declared on', align: 'nowrap', sort: 'date', cell: (row) => row.on },
  {
    key: 'student',
    label: 'Student',
    role: 'title',
    sort: 'student',
    cell: (row) => (
      <>
        <a href={mayConfirm ? schoolPaths.transfer(row.publicId) : schoolPaths.payment(row.publicId)}>
          {row.studentName}
        </a>{' '}
        <span className="soft small">{row.enrollmentNumber}</span>
      </>
    ),
  },
  { key: 'for', label: 'For', cell: (row) => row.purpose },
  { key: 'method', label: 'Method', cell: (row) => methodNames[row.method] },
  { key: 'reference', label: 'Reference', cell: (row) => row.reference },
  {
    key: 'amount',
    label: 'Amount',
    align: 'end',
    sort: 'amount',
    cell: (row) => formatPaise(row.amountPaise, { style: 'exact' }),
  },
]

export default function TransfersPage() {
  const { view, mayConfirm, list } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Transfers to confirm"
        context="What students say they have transferred or brought. Nothing is settled until the school has received the money."
      />
      <OfficeList
        path={schoolPaths.transfers}
        filePath={schoolPaths.transfersFile}
        view={view}
        list={list}
        noun="transfer"
        caption="Transfers to confirm"
        columns={columns(mayConfirm)}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search' }}
        filters={
          <SelectField
            name="method"
            label="Method"
            placeholder="Any"
            defaultValue={view.filters.method}
            options={declarableMethods.map((value) => ({ value, label: methodNames[value] }))}
          />
        }
        empty={{
          icon: 'check',
          title: 'Nothing to confirm',
          text: 'When a student declares a bank transfer or cash, it waits here until the school has received the money.',
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
