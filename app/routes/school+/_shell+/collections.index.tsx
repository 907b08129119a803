import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DateField } from '~/components/forms/date-field'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { methodNames, stateNames } from '~/components/payments/office-words'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { type Column, DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { FilterBar } from '~/components/ui/filter-bar'
import { PageHead } from '~/components/ui/page-head'
import { Pager } from '~/components/ui/pager'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { mayStaff } from '~/models/accounts/permissions'
import { collectionFilterOf, collectionQuery } from '~/models/ledger/collection-filter'
import { listPayments } from '~/models/ledger/collections.server'
import { paymentMethods, paymentStates } from '~/models/ledger/options'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { pageOf } from '~/models/shared/paging'

export const handle = pageTitle(() => 'Collections')

const rowsPerPage = 20

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'fees:view')
  const query = new URL(request.url).searchParams
  const filter = collectionFilterOf(query)
  const found = await listPayments(staff.scope, filter, pageOf(query), rowsPerPage)
  return {
    filter,
    mayCollect: mayStaff(staff.role, 'fees:collect'),
    total: found.total,
    collectedPaise: found.collectedPaise,
    page: found.currentPage,
    pages: found.lastPage,
    rows: found.rows.map((row) => ({
      id: row.publicId,
      student: row.studentName,
      enrollmentNumber: row.enrollmentNumber,
      purpose: row.purpose,
      method: row.method,
      state: row.state,
      hasExcess: row.excessPaise > 0,
      amountPaise: row.amountPaise,
      receipt: row.receiptNumber,
      on: formatDay(todayInIndia(row.at), 'en'),
    })),
  }
}

type Row = Awaited<ReturnType<typeof loader>>['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'student',
    label: 'Student',
    role: 'title',
    cell: (row) => (
      <>
        <a href={paths.school.payment(row.id)}>{row.student}</a>{' '}
        <span className="soft small">{row.enrollmentNumber}</span>
      </>
    ),
  },
  { key: 'for', label: 'For', cell: (row) => row.purpose },
  { key: 'on', label: 'Date', align: 'nowrap', cell: (row) => row.on },
  { key: 'method', label: 'Method', cell: (row) => methodNames[row.method] },
  { key: 'receipt', label: 'Receipt', align: 'nowrap', cell: (row) => row.receipt },
  {
    key: 'state',
    label: 'Status',
    cell: (row) => (
      <>
        <Badge tone={stateNames[row.state].tone}>{stateNames[row.state].word}</Badge>
        {row.hasExcess ? <Badge tone="warn">Excess</Badge> : null}
      </>
    ),
  },
  { key: 'amount', label: 'Amount', align: 'end', cell: (row) => formatPaise(row.amountPaise, { style: 'exact' }) },
]

export default function CollectionsPage() {
  const { filter, mayCollect, total, collectedPaise, page, pages, rows } = useLoaderData<typeof loader>()
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <PageHead
        title="Collections"
        context="Every payment, online and at the office. Search by student, enrollment number, transaction or receipt number."
        action={
          mayCollect ? (
            <ButtonLink icon="plus" href={paths.school.newPayment}>
              Record a payment
            </ButtonLink>
          ) : null
        }
      />
      <FilterBar action={paths.school.collections} resetHref={isFiltered ? paths.school.collections : undefined}>
        <TextField name="search" label="Search" type="search" defaultValue={filter.search} maxLength={80} />
        <SelectField
          name="state"
          label="Status"
          placeholder="Any"
          defaultValue={filter.state ?? ''}
          options={paymentStates.map((value) => ({ value, label: stateNames[value].word }))}
        />
        <SelectField
          name="method"
          label="Method"
          placeholder="Any"
          defaultValue={filter.method ?? ''}
          options={paymentMethods.map((value) => ({ value, label: methodNames[value] }))}
        />
        <DateField name="from" label="From" hint={null} defaultValue={filter.from} placeholder="yyyy-mm-dd" />
        <DateField name="to" label="To" hint={null} defaultValue={filter.to} placeholder="yyyy-mm-dd" />
      </FilterBar>
      {total === 0 ? (
        isFiltered ? (
          <EmptyState
            icon="search"
            title="No payment fits"
            text="Try fewer filters or another spelling."
            action={
              <ButtonLink variant="secondary" href={paths.school.collections}>
                Show all payments
              </ButtonLink>
            }
          />
        ) : (
          <EmptyState
            icon="fees"
            title="No payments yet"
            text="Payments appear here as soon as a student pays online or the office records one."
            action={mayCollect ? <ButtonLink href={paths.school.newPayment}>Record a payment</ButtonLink> : undefined}
          />
        )
      ) : (
        <>
          <p>
            <strong>{formatPaise(collectedPaise, { style: 'exact' })}</strong> collected in {total}{' '}
            {total === 1 ? 'payment' : 'payments'} (refunds and bounced cheques taken off){' · '}
            <a href={paths.school.collectionsFile + collectionQuery(filter)} download>
              Download CSV
            </a>
          </p>
          <DataTable caption="Payments" columns={columns} rows={rows} rowKey={(row) => row.id} />
        </>
      )}
      <Pager
        page={page}
        pages={pages}
        hrefFor={(number) => paths.school.collections + collectionQuery(filter, number)}
      />
    </>
  )
}
