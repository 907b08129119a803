import { ButtonLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { type List, moneyColumn } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { listExcess, type PaymentSort } from '~/models/money/ledger/books/collections.server'
import { methodNames } from '~/models/money/ledger/office-words'
import { dayColumn, studentColumns } from './__columns'

export const handle = pageTitle(() => 'Excess')

type Row = Awaited<ReturnType<typeof listExcess>>['rows'][number]

export const list: List<Row, PaymentSort, never> = {
  path: schoolPaths.excess,
  file: { path: schoolPaths.excessFile, name: 'excess.csv' },
  noun: 'payment',
  may: 'fees:view',
  add: { may: 'payments:correct' },
  search: { label: 'Search' },
  filters: {},
  totals: { excessPaise: 'excess' },
  columns: [
    dayColumn('Date', (row) => row.at, { sort: 'date', newestFirst: true }),
    ...studentColumns<Row, PaymentSort>(() => null, { sort: 'student' }),
    { label: 'Paid for', align: 'clip', value: 'purpose' },
    { label: 'Method', value: (row) => methodNames[row.method] },
    moneyColumn('Payment', (row) => row.amountPaise, { sort: 'amount', style: 'exact' }),
    moneyColumn('Excess', (row) => row.excessPaise, { style: 'exact' }),
    { label: 'Transaction id', only: 'file', value: 'transactionId' },
    { label: 'Receipt', only: 'file', value: 'receiptNumber' },
    {
      label: 'Actions',
      role: 'actions',
      only: 'page',
      value: () => null,
      cell: (row, mayCorrect) => (
        <>
          <a className="btn btn-secondary" href={schoolPaths.collectFrom(row.studentPublicId)}>
            Use for a fee
          </a>{' '}
          <a
            className="btn btn-secondary"
            href={
              mayCorrect ? `${schoolPaths.refundPayment(row.publicId)}?from=excess` : schoolPaths.payment(row.publicId)
            }
          >
            {mayCorrect ? 'Refund' : 'Open'}
          </a>
        </>
      ),
    },
  ],
}

export const loader = listLoader(list, listExcess)

export default listPage(list, {
  title: 'Excess',
  context:
    'Money received for dues that were already settled. It belongs to the student until the school uses it for another fee or refunds it.',
  icon: 'check',
  empty: {
    title: 'No excess',
    text: 'When a fee is paid twice, by two links or both online and at the office, the payment appears here, to be used for another fee or refunded.',
    action: <ButtonLink variant="secondary" href={schoolPaths.collections} label="All collections" />,
  },
})
