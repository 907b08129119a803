import { ButtonLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { type ListOf, moneyColumn } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { listTransfers } from '~/models/money/ledger/books/collections.server'
import { methodNames } from '~/models/money/ledger/office-words'
import { declarableMethods } from '~/models/money/ledger/payment-methods'
import { dayColumn, studentColumns } from './__columns'

export const handle = pageTitle(() => 'Transfers to confirm')

type Row = Awaited<ReturnType<typeof listTransfers>>['rows'][number]

export const list: ListOf<typeof listTransfers> = {
  path: schoolPaths.transfers,
  file: { path: schoolPaths.transfersFile, name: 'transfers.csv' },
  noun: 'transfer',
  may: 'fees:view',
  add: { may: 'payments:correct' },
  search: { label: 'Search' },
  filters: {
    method: { label: 'Method', options: declarableMethods.map((value) => ({ value, label: methodNames[value] })) },
  },
  totals: { amountPaise: 'to confirm' },
  columns: [
    dayColumn('Declared on', (row) => row.createdAt, { sort: 'date' }),
    ...studentColumns<Row, 'student'>(
      ({ publicId }, mayConfirm) => (mayConfirm ? schoolPaths.transfer(publicId) : schoolPaths.payment(publicId)),
      { sort: 'student' },
    ),
    { label: 'For', align: 'clip', value: 'purpose' },
    { label: 'Method', value: (row) => methodNames[row.method] },
    { label: 'Reference', align: 'clip', value: 'reference' },
    moneyColumn('Amount', (row) => row.amountPaise, { sort: 'amount', style: 'exact' }),
  ],
}

export const loader = listLoader(list, listTransfers)

export default listPage(list, {
  title: 'Transfers to confirm',
  context: 'Payments declared by students. Dues are settled only when the school has received the money.',
  icon: 'check',
  empty: {
    title: 'Nothing to confirm',
    text: 'When a student declares a bank transfer or cash, it waits here until the school has received the money.',
    action: <ButtonLink variant="secondary" href={schoolPaths.collections} label="All collections" />,
  },
})
