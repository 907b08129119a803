import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listHref } from '~/components/school/list-href'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import type { List } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { ListPage } from '~/kit/pages/list-page'
import { formatDay, formatInstant, todayInIndia } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { listDayBook, sumDayBook } from '~/models/money/ledger/books/day-book.server'
import { sumHeads } from '~/models/money/ledger/books/day-book-heads.server'
import { methodNames, movementNames } from '~/models/money/ledger/office-words'
import { daysOf } from '~/models/money/ledger/rules'
import { amountColumns, studentColumns } from './__columns'
import { DayBookTotals, type Sums } from './__day-book-totals'

export const handle = pageTitle(() => 'Day book')

type Row = Awaited<ReturnType<typeof listDayBook>>['rows'][number]

/** Limit of movements that are split by fee head; beyond it, the user must choose fewer days. */
const maxDivided = 2000

/** Totals of the days, number of entries made on these days for other days, and the name of the school. */
type More = Sums & { days: string; elsewhere: number; school: string }

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
    by: { label: 'Date of', any: 'Payment or refund', options: [{ value: 'entry', label: 'Entry in the portal' }] },
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
    { label: 'By', only: 'file', value: 'cashier' },
    ...amountColumns((row: Row) => row.amountPaise, 'amount'),
  ],
}

const dayOf = (at: Date) => todayInIndia(new Date(at))

const listed = listLoader(list, listDayBook, async (scope, { filters }, { schoolName }) => {
  const { from, to } = daysOf(filters)
  const days = from === to ? formatDay(from, 'en') : `${formatDay(from, 'en')} to ${formatDay(to, 'en')}`
  const { methods: totals, cashiers } = await sumDayBook(scope, filters)
  const isShort = totals.reduce((sum, row) => sum + row.movements, 0) <= maxDivided
  const [heads, entered] = await Promise.all([
    isShort ? sumHeads(scope, filters) : null,
    filters.by === 'entry' ? null : sumDayBook(scope, { ...filters, by: 'entry' }),
  ])
  const elsewhere = entered?.methods.reduce((sum, row) => sum + row.late, 0) ?? 0
  return { totals, cashiers, heads, days, elsewhere, school: schoolName }
})

/** Loads the day book; the filters show the selected days, even the default ones. */
export async function loader(args: LoaderFunctionArgs) {
  const { view, ...found } = await listed(args)
  return { ...found, view: { ...view, filters: { ...view.filters, ...daysOf(view.filters) } } }
}

export default function DayBookPage() {
  const { view, more } = useLoaderData<typeof loader>()
  const isByEntry = view.filters.by === 'entry'
  return (
    <ListPage
      list={list}
      rowKey={(row) => row.key}
      title="Day book"
      context={({ school, days }) =>
        `${school}. ${isByEntry ? 'Entered in the portal' : 'Money received and given back'}: ${days}.`
      }
      isNarrowed={() => true}
      icon="receipt"
      empty={{ title: 'No payments or refunds', text: 'Payments and refunds of the chosen days are listed here.' }}
      above={
        <>
          {more.totals.length > 0 ? <DayBookTotals {...more} isByEntry={isByEntry} /> : null}
          {more.elsewhere > 0 ? (
            <p className="soft">
              {`${counted(more.elsewhere, 'entry', 'entries')} made or corrected on ${more.days}, counted for an earlier day. `}
              <a href={listHref(list.path, { ...view.filters, by: 'entry' })}>Show all by date of entry</a>
            </p>
          ) : null}
        </>
      }
    />
  )
}
