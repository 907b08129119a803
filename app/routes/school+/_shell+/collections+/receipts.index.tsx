import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import { methodNames } from '~/models/money/ledger/office-words'
import { listReceipts, receiptYears } from '~/models/money/ledger/receipts.server'
import { amountColumns, dayColumn, studentColumns } from './__columns'

export const handle = pageTitle(() => 'Receipts')

type Row = Awaited<ReturnType<typeof listReceipts>>['rows'][number]

const thisYear = () => financialYearOf(todayInIndia(new Date()))

export const list: ListOf<typeof listReceipts, { year: string; years: string[] }> = {
  path: schoolPaths.receipts,
  file: { path: schoolPaths.receiptsFile, name: ({ year }) => `receipts-${year || thisYear()}.csv` },
  noun: 'receipt',
  may: 'fees:view',
  search: { label: 'Search' },
  filters: {
    year: {
      label: 'Financial year',
      any: null,
      kind: 'word',
      options: ({ years }) => years.map((value) => ({ value, label: value })),
      start: ({ year }) => year,
    },
    state: { label: 'Status', options: optionsOf({ valid: 'Valid', cancelled: 'Cancelled' }) },
  },
  totals: { validPaise: 'in total (cancelled receipts excluded)' },
  columns: [
    {
      label: 'Receipt',
      role: 'title',
      sort: 'number',
      value: 'number',
      href: (row) => schoolPaths.payment(row.paymentPublicId),
    },
    dayColumn('Issued on', (row) => row.issuedAt),
    ...studentColumns<Row, 'student'>(() => null, { sort: 'student', role: undefined }),
    { label: 'Method', value: (row) => methodNames[row.method] },
    {
      label: 'Status',
      value: (row) => (row.isCancelled ? 'Cancelled' : 'Valid'),
      tone: (row) => (row.isCancelled ? 'bad' : 'neutral'),
    },
    ...amountColumns((row: Row) => row.amountPaise, 'amount'),
  ],
}

/** Receipts of one financial year, which defaults to the current one. */
export const loader = listLoader(list, listReceipts, async (scope, { filters }) => {
  const [years, year] = [await receiptYears(scope), filters.year || thisYear()]
  return { year, years: years.includes(year) ? years : [year, ...years] }
})

export default listPage(list, {
  rowKey: (row) => row.number,
  context: ({ year }) => `Financial year ${year}, numbered without gaps; a cancelled receipt keeps its number.`,
  icon: 'receipt',
  empty: {
    title: 'No receipts yet',
    text: 'Every payment received gets the next number and is listed here.',
    action: (
      <a className="btn btn-secondary" href={schoolPaths.collections}>
        All collections
      </a>
    ),
  },
})
