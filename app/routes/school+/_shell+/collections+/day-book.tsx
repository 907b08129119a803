import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Card, DataTable } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { listDayBook, sumDayBook } from '~/models/ledger/day-book.server'
import { methodNames } from '~/models/ledger/office-words'
import { daysOf } from '~/models/ledger/rules'
import { formatDay, formatInstant } from '~/models/shared/calendar'
import { optionsOf } from '~/models/shared/fields'
import { formatPaise } from '~/models/shared/money'
import type { List } from '~/office/list'
import { listLoader } from '~/office/list.server'
import { ListPage } from '~/office/list-page'
import { amountColumns, studentColumns } from './__columns'

export const handle = pageTitle(() => 'Day book')

const money = (paise: number) => formatPaise(paise, { style: 'exact' })

type Row = Awaited<ReturnType<typeof listDayBook>>['rows'][number]
type Totals = Awaited<ReturnType<typeof sumDayBook>>

export const list: List<Row, 'when' | 'amount', 'from' | 'to' | 'method', { totals: Totals; days: string }> = {
  path: schoolPaths.dayBook,
  file: {
    path: schoolPaths.dayBookFile,
    name: (filters) => {
      const { from, to } = daysOf(filters)
      return `day-book-${from}-${to}.csv`
    },
  },
  noun: 'movement',
  may: 'fees:view',
  filters: {
    from: { label: 'From', options: 'day' },
    to: { label: 'To', options: 'day' },
    method: { label: 'Method', options: optionsOf(methodNames) },
  },
  columns: [
    { label: 'When', align: 'nowrap', sort: 'when', value: (row) => formatInstant(new Date(row.at), 'en') },
    ...studentColumns<Row, 'when'>((row) => schoolPaths.payment(row.paymentPublicId)),
    { label: 'For', value: 'purpose', cell: (row) => (row.amountPaise < 0 ? `Refunded: ${row.purpose}` : row.purpose) },
    { label: 'Method', value: (row) => methodNames[row.method] },
    { label: 'Reference', value: 'reference' },
    { label: 'Receipt', align: 'nowrap', value: 'receiptNumber' },
    ...amountColumns((row: Row) => row.amountPaise, 'amount'),
  ],
}

const listed = listLoader(list, listDayBook, async (scope, { filters }) => {
  const { from, to } = daysOf(filters)
  const days = from === to ? formatDay(from, 'en') : `${formatDay(from, 'en')} to ${formatDay(to, 'en')}`
  return { totals: await sumDayBook(scope, filters), days }
})

/** The filters say which days are shown, also where none was chosen. */
export async function loader(args: LoaderFunctionArgs) {
  const { view, ...found } = await listed(args)
  return { ...found, view: { ...view, filters: { ...view.filters, ...daysOf(view.filters) } } }
}

export default function DayBookPage() {
  const { totals } = useLoaderData<typeof loader>().more
  const net = totals.reduce((so, row) => so + row.receivedPaise - row.givenBackPaise, 0)
  return (
    <ListPage
      list={list}
      rowKey={(row) => row.key}
      title="Day book"
      context={({ days }) => `Money received and refunded: ${days}.`}
      isNarrowed={() => true}
      icon="receipt"
      empty={{ title: 'No payments or refunds', text: 'Payments and refunds of the chosen days are listed here.' }}
    >
      {totals.length > 0 ? (
        <Card title={`Total ${money(net)}`}>
          <DataTable
            caption="Totals by method"
            rows={totals}
            rowKey={(row) => row.method}
            columns={[
              { label: 'Method', role: 'title', cell: (row) => methodNames[row.method] },
              { label: 'Received', align: 'end', cell: (row) => money(row.receivedPaise) },
              { label: 'Refunded', align: 'end', cell: (row) => money(row.givenBackPaise) },
              { label: 'Net', align: 'end', cell: (row) => money(row.receivedPaise - row.givenBackPaise) },
            ]}
          />
        </Card>
      ) : null}
    </ListPage>
  )
}
