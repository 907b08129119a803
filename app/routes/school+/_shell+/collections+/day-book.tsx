import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listHref } from '~/components/school/list-href'
import { Card, type Column, DataTable } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { listDayBook, sumDayBook } from '~/models/ledger/day-book.server'
import { methodNames, movementNames } from '~/models/ledger/office-words'
import { daysOf } from '~/models/ledger/rules'
import { formatDay, formatInstant, todayInIndia } from '~/models/shared/calendar'
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

/** Sums of the days, and how many were entered on these days for others. */
type More = { totals: Totals; days: string; elsewhere: number }

export const list: List<Row, 'when' | 'amount', 'from' | 'to' | 'method' | 'by', More> = {
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
    by: { label: 'By day of', any: 'The money', options: [{ value: 'entry', label: 'The entry' }] },
  },
  columns: [
    {
      label: 'When',
      align: 'nowrap',
      sort: 'when',
      value: ({ isLate, at }) => (isLate ? formatDay(dayOf(at), 'en') : formatInstant(new Date(at), 'en')),
      cell: ({ isLate, kind, at, enteredAt }) => (
        <>
          {isLate ? formatDay(dayOf(at), 'en') : formatInstant(new Date(at), 'en')}
          {isLate ? (
            <span className="soft small">
              {' '}
              {kind === 'corrected' ? 'corrected' : 'entered'} {formatDay(dayOf(enteredAt), 'en')}
            </span>
          ) : null}
        </>
      ),
    },
    { label: 'Entered', only: 'file', value: (row) => formatInstant(new Date(row.enteredAt), 'en') },
    ...studentColumns<Row, 'when'>((row) => schoolPaths.payment(row.paymentPublicId)),
    { label: 'What', only: 'file', value: (row) => movementNames[row.kind] },
    {
      label: 'For',
      align: 'clip',
      value: 'purpose',
      cell: ({ kind, purpose }) => (kind === 'received' ? purpose : `${movementNames[kind]}: ${purpose}`),
    },
    { label: 'Method', align: 'nowrap', value: (row) => methodNames[row.method] },
    { label: 'Reference', align: 'clip', value: 'reference' },
    { label: 'Receipt', align: 'nowrap', value: 'receiptNumber' },
    ...amountColumns((row: Row) => row.amountPaise, 'amount'),
  ],
}

const dayOf = (at: Date) => todayInIndia(new Date(at))

const listed = listLoader(list, listDayBook, async (scope, { filters }) => {
  const { from, to } = daysOf(filters)
  const days = from === to ? formatDay(from, 'en') : `${formatDay(from, 'en')} to ${formatDay(to, 'en')}`
  const [totals, entered] = await Promise.all([
    sumDayBook(scope, filters),
    filters.by === 'entry' ? [] : sumDayBook(scope, { ...filters, by: 'entry' }),
  ])
  return { totals, days, elsewhere: sumOf(entered, 'late') }
})

/** The filters say which days are shown, also where none was chosen. */
export async function loader(args: LoaderFunctionArgs) {
  const { view, ...found } = await listed(args)
  return { ...found, view: { ...view, filters: { ...view.filters, ...daysOf(view.filters) } } }
}

export default function DayBookPage() {
  const { view, more } = useLoaderData<typeof loader>()
  const { totals, elsewhere } = more
  const late = sumOf(totals, 'late')
  const byEntry = listHref(list.path, { ...view.filters, by: 'entry' })
  return (
    <ListPage
      list={list}
      rowKey={(row) => row.key}
      title="Day book"
      context={({ days }) =>
        view.filters.by ? `Entered in the portal: ${days}.` : `Money received and given back: ${days}.`
      }
      isNarrowed={() => true}
      icon="receipt"
      empty={{ title: 'No payments or refunds', text: 'Payments and refunds of the chosen days are listed here.' }}
    >
      {totals.length > 0 ? (
        <Card title={`Total ${money(sumOf(totals, 'netPaise'))}`}>
          <DataTable
            caption="Totals by method"
            rows={totals}
            rowKey={(row) => row.method}
            columns={[
              { label: 'Method', role: 'title', cell: (row) => methodNames[row.method] },
              { label: 'Received', align: 'end', cell: (row) => money(row.receivedPaise) },
              ...outgoing(totals),
              { label: 'Net', align: 'end', cell: (row) => money(row.netPaise) },
            ]}
          />
          {late > 0 ? <p className="soft">{lateWords(late, view.filters.by === 'entry')}</p> : null}
        </Card>
      ) : null}
      {elsewhere > 0 ? (
        <p className="soft">
          Entered or corrected on {more.days} for an earlier day, and counted there: {elsewhere}.{' '}
          <a href={byEntry}>Show all by day of entry</a>
        </p>
      ) : null}
    </ListPage>
  )
}

/** What went out again has a column where some did. */
function outgoing(totals: Totals): Column<Totals[number]>[] {
  const names = { correctedPaise: 'Corrected', refundedPaise: 'Refunded', bouncedPaise: 'Bounced' } as const
  const used = (['correctedPaise', 'refundedPaise', 'bouncedPaise'] as const).filter((name) => sumOf(totals, name) < 0)
  return used.map((name) => ({ label: names[name], align: 'end', cell: (row) => money(row[name]) }))
}

const lateWords = (late: number, byEntry: boolean) =>
  byEntry
    ? `Of these, ${late} count for an earlier day.`
    : `Of these, ${late} were entered or corrected on a later day.`

function sumOf<Name extends 'netPaise' | 'late' | 'correctedPaise' | 'refundedPaise' | 'bouncedPaise'>(
  totals: ReadonlyArray<Record<Name, number>>,
  name: Name,
): number {
  return totals.reduce((sum, row) => sum + row[name], 0)
}
