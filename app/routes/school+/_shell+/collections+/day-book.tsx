import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DateField, SelectField } from '~/components/forms'
import { OfficeList } from '~/components/school/office-list'
import { Card, type Column, DataTable, PageHead } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { listDayBook, sumDayBook } from '~/models/ledger/day-book.server'
import { methodNames } from '~/models/ledger/office-words'
import { formatDay, formatInstant } from '~/models/shared/calendar'
import { optionsOf } from '~/models/shared/fields'
import { formatPaise } from '~/models/shared/money'
import { dayBookViewOf } from './__day-book.server'

export const handle = pageTitle(() => 'Day book')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const { view, query } = dayBookViewOf(request)
  const [list, totals] = await Promise.all([listDayBook(scope, query), sumDayBook(scope, query)])
  return { view, totals, list }
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

const money = (paise: number) => formatPaise(paise, { style: 'exact' })

const columns: Column<Loaded['list']['rows'][number]>[] = [
  { label: 'When', align: 'nowrap', sort: 'when', cell: (row) => formatInstant(new Date(row.at), 'en') },
  {
    label: 'Student',
    role: 'title',
    cell: (row) => (
      <>
        <a href={schoolPaths.payment(row.paymentPublicId)}>{row.studentName}</a>{' '}
        <span className="soft small">{row.enrollmentNumber}</span>
      </>
    ),
  },
  { label: 'For', cell: (row) => (row.amountPaise < 0 ? `Refunded: ${row.purpose}` : row.purpose) },
  { label: 'Method', cell: (row) => methodNames[row.method] },
  { label: 'Reference', cell: (row) => row.reference ?? '–' },
  { label: 'Receipt', align: 'nowrap', cell: (row) => row.receiptNumber ?? '–' },
  { label: 'Amount', align: 'end', sort: 'amount', cell: (row) => money(row.amountPaise) },
]

const totalColumns: Column<Loaded['totals'][number]>[] = [
  { label: 'Method', role: 'title', cell: (row) => methodNames[row.method] },
  { label: 'Received', align: 'end', cell: (row) => money(row.receivedPaise) },
  { label: 'Refunded', align: 'end', cell: (row) => money(row.givenBackPaise) },
  { label: 'Net', align: 'end', cell: (row) => money(row.receivedPaise - row.givenBackPaise) },
]

export default function DayBookPage() {
  const { view, totals, list } = useLoaderData<typeof loader>()
  const { from, to, method } = view.filters
  const days = from === to ? formatDay(from, 'en') : `${formatDay(from, 'en')} to ${formatDay(to, 'en')}`
  const net = totals.reduce((so, row) => so + row.receivedPaise - row.givenBackPaise, 0)
  return (
    <>
      <PageHead title="Day book" context={`Money received and refunded: ${days}.`} />
      {totals.length > 0 ? (
        <Card title={`Total ${money(net)}`}>
          <DataTable caption="Totals by method" rows={totals} rowKey={(row) => row.method} columns={totalColumns} />
        </Card>
      ) : null}
      <OfficeList
        path={schoolPaths.dayBook}
        filePath={schoolPaths.dayBookFile}
        view={view}
        list={list}
        noun="movement"
        caption="Day book"
        columns={columns}
        rowKey={(row) => row.key}
        filters={
          <>
            <DateField name="from" label="From" hint={null} defaultValue={from} />
            <DateField name="to" label="To" hint={null} defaultValue={to} />
            <SelectField
              name="method"
              label="Method"
              placeholder="Any"
              defaultValue={method}
              options={optionsOf(methodNames)}
            />
          </>
        }
        empty={{
          icon: 'receipt',
          title: 'No payments or refunds',
          text: 'Payments and refunds of the chosen days are listed here.',
        }}
      />
    </>
  )
}
