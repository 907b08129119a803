import { useLoaderData } from '@remix-run/react'
import { Badge, LoneLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import { type List, moneyColumn } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { ListPage } from '~/kit/pages/list-page'
import { todayInIndia } from '~/models/core/shared/calendar'
import {
  countWaiting,
  listPayments,
  type PaymentFilter,
  type PaymentSort,
} from '~/models/money/ledger/books/collections.server'
import { methodNames, paymentStateNames } from '~/models/money/ledger/office-words'
import { dayColumn, studentColumns } from './__columns'

export const handle = pageTitle(() => 'Collections')

type Row = Awaited<ReturnType<typeof listPayments>>['rows'][number]

export const list: List<Row, PaymentSort, PaymentFilter, { excess: number; transfers: number }> = {
  path: schoolPaths.collections,
  file: { path: schoolPaths.collectionsFile, name: () => `collections-${todayInIndia(new Date())}.csv` },
  noun: 'payment',
  may: 'fees:view',
  add: { href: schoolPaths.newPayment, label: 'Record a payment', may: 'fees:collect' },
  search: { label: 'Search' },
  filters: {
    state: {
      label: 'Status',
      options: Object.entries(paymentStateNames).map(([value, { word }]) => ({ value, label: word })),
    },
    method: { label: 'Method', options: optionsOf(methodNames) },
    excess: { label: 'Excess', options: [{ value: 'yes', label: 'Has excess' }] },
    from: { label: 'From', options: 'day' },
    to: { label: 'To', options: 'day' },
  },
  totals: { collectedPaise: 'collected (excluding refunds, bounced cheques and mistakes)' },
  columns: [
    dayColumn('Date', (row) => row.at, { sort: 'date', newestFirst: true }),
    ...studentColumns<Row, PaymentSort>((row) => schoolPaths.payment(row.publicId), { sort: 'student' }),
    { label: 'For', align: 'clip', value: 'purpose' },
    { label: 'Method', align: 'nowrap', value: (row) => methodNames[row.method] },
    { label: 'Receipt', align: 'nowrap', value: 'receiptNumber' },
    {
      label: 'Status',
      value: (row) => paymentStateNames[row.state].word,
      cell: (row) => (
        <>
          <Badge tone={paymentStateNames[row.state].tone}>{paymentStateNames[row.state].word}</Badge>
          {row.excessPaise > 0 ? <Badge tone="warn">Excess</Badge> : null}
        </>
      ),
    },
    moneyColumn('Amount', (row) => row.amountPaise, { sort: 'amount', style: 'exact' }),
    { ...moneyColumn('Captured', (row) => row.capturedPaise), only: 'file' },
    { ...moneyColumn('Refunded', (row) => row.refundedPaise), only: 'file' },
    { label: 'Transaction id', only: 'file', value: 'transactionId' },
  ],
}

export const loader = listLoader(list, listPayments, countWaiting)

export default function CollectionsPage() {
  const waiting = useLoaderData<typeof loader>().more
  return (
    <ListPage
      list={list}
      title="Collections"
      context="Every payment, online and at the office. Search by student, enrollment number, transaction or receipt number."
      icon="fees"
      empty="Payments appear here as soon as a student pays online or the office records one."
      above={
        <p>
          <LoneLink href={schoolPaths.receipts} label="Receipts" />
          {' · '}
          <a className="alone" href={schoolPaths.transfers}>
            Transfers to confirm ({waiting.transfers})
          </a>
          {' · '}
          <a className="alone" href={schoolPaths.excess}>
            Excess ({waiting.excess})
          </a>
        </p>
      }
    />
  )
}
