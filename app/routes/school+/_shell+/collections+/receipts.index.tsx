import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { OfficeList } from '~/components/school/office-list'
import { Badge, type Column, PageHead } from '~/components/ui'
import { listViewOf, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { methodNames } from '~/models/ledger/office-words'
import { receiptStates } from '~/models/ledger/options'
import { listReceipts, receiptSorts, receiptYears } from '~/models/ledger/receipts.server'
import { financialYearOf, formatDay, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

export const handle = pageTitle(() => 'Receipts')

/** The register of one financial year, this one unless another is chosen. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const years = await receiptYears(scope)
  const view = listViewOf(request, { sorts: receiptSorts, filters: { year: years, state: receiptStates } })
  const year = view.filters.year || financialYearOf(todayInIndia(new Date()))
  const list = await listReceipts(scope, { ...view, year, state: view.filters.state })
  return { view, year, years: years.includes(year) ? years : [year, ...years], list }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    label: 'Receipt',
    role: 'title',
    sort: 'number',
    cell: (row) => <a href={schoolPaths.payment(row.paymentPublicId)}>{row.number}</a>,
  },
  { label: 'Issued on', align: 'nowrap', cell: (row) => formatDay(todayInIndia(new Date(row.issuedAt)), 'en') },
  {
    label: 'Student',
    sort: 'student',
    cell: (row) => (
      <>
        {row.studentName} <span className="soft small">{row.enrollmentNumber}</span>
      </>
    ),
  },
  { label: 'Method', cell: (row) => methodNames[row.method] },
  {
    label: 'Status',
    cell: (row) => (row.isCancelled ? <Badge tone="bad">Cancelled</Badge> : 'Valid'),
  },
  { label: 'Amount', align: 'end', sort: 'amount', cell: (row) => formatPaise(row.amountPaise, { style: 'exact' }) },
]

export default function ReceiptsPage() {
  const { view, year, years, list } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Receipts"
        context={`Financial year ${year}, numbered without gaps; a cancelled receipt keeps its number.`}
      />
      <OfficeList
        path={schoolPaths.receipts}
        filePath={schoolPaths.receiptsFile}
        view={view}
        list={list}
        noun="receipt"
        caption="Receipts"
        columns={columns}
        rowKey={(row) => row.number}
        search={{ label: 'Search' }}
        filters={
          <>
            <SelectField
              name="year"
              label="Financial year"
              placeholder={null}
              defaultValue={year}
              options={years.map((value) => ({ value, label: value }))}
            />
            <SelectField
              name="state"
              label="Status"
              placeholder="Any"
              defaultValue={view.filters.state}
              options={[
                { value: 'valid', label: 'Valid' },
                { value: 'cancelled', label: 'Cancelled' },
              ]}
            />
          </>
        }
        empty={{
          icon: 'receipt',
          title: 'No receipts yet',
          text: 'Every payment received gets the next number and is listed here.',
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
