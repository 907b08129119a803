import { pageTitle, schoolPaths } from '~/http/school-paths'
import { type ListOf, moneyColumn } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { formatInstant, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { listCashClosings } from '~/models/money/ledger/counter/cash-closings.server'

export const handle = pageTitle(() => 'Cash closings')

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

export const list: ListOf<typeof listCashClosings> = {
  path: schoolPaths.cashClosings,
  file: { path: schoolPaths.cashClosingsFile, name: () => `cash-closings-${todayInIndia(new Date())}.csv` },
  noun: 'cash closing',
  may: 'fees:view',
  add: { href: schoolPaths.newCashClosing, label: 'Cash closing', may: 'fees:collect' },
  search: { label: 'Search', placeholder: 'Cashier, handed over to' },
  filters: {
    from: { label: 'From', options: 'day' },
    to: { label: 'To', options: 'day' },
    differs: {
      label: 'Count',
      options: [
        { value: 'yes', label: 'Differs' },
        { value: 'no', label: 'Agrees' },
      ],
    },
  },
  totals: { cashPaise: 'cash taken', handedOverPaise: 'handed over' },
  columns: [
    {
      label: 'Closed',
      align: 'nowrap',
      sort: 'closed',
      newestFirst: true,
      value: (row) => formatInstant(new Date(row.closedAt), 'en'),
    },
    { label: 'Cashier', role: 'title', sort: 'cashier', value: 'cashier' },
    moneyColumn('Opening balance', (row) => row.openingPaise, { style: 'exact' }),
    moneyColumn('Cash taken', (row) => row.cashPaise, { style: 'exact' }),
    moneyColumn('Counted', (row) => row.countedPaise, { sort: 'counted', style: 'exact' }),
    {
      label: 'Difference',
      align: 'end',
      value: (row) => row.differencePaise / 100,
      cell: (row) => (row.differencePaise === 0 ? 'None' : <strong>{exact(row.differencePaise)}</strong>),
    },
    moneyColumn('Handed over', (row) => row.handedOverPaise, { style: 'exact' }),
    { label: 'To', value: 'handedTo' },
    { label: 'Remarks', value: 'remarks' },
  ],
}

export const loader = listLoader(list, listCashClosings)

export default listPage(list, {
  context:
    'The cash each cashier counted at the end of the day. A closing is never changed; later entries go into the next one.',
  icon: 'book',
  empty: 'When a cashier counts the cash and hands it over, it is listed here.',
})
