import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DueStatusBadge } from '~/components/fees/due-status-badge'
import {
  Alert,
  Badge,
  ButtonLink,
  Card,
  type Column,
  DataTable,
  DefinitionList,
  EmptyState,
  PageHead,
} from '~/components/ui'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findFeeAccount } from '~/models/money/ledger/counter/fee-account.server'
import { methodNames, paymentStateNames } from '~/models/money/ledger/office-words'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle(() => 'Fees of a student')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'fees:view')
  const account = foundOr404(isPublicId(params.id) ? await findFeeAccount(scope, params.id) : null)
  return { ...account, mayCollect: mayStaff(role, 'fees:collect') }
}

export default function StudentFeesPage() {
  const { student, years, payments, mayCollect } = useLoaderData<typeof loader>()
  const dues = years.flatMap((year) => year.dues)
  const sum = (read: (due: (typeof dues)[number]) => number) => exact(dues.reduce((total, due) => total + read(due), 0))
  return (
    <>
      <PageHead
        title={`Fees of ${student.name}`}
        context={student.enrollmentNumber}
        action={
          mayCollect ? (
            <ButtonLink href={schoolPaths.collectFrom(student.publicId)} label="Record payment" />
          ) : undefined
        }
      />
      {student.rte ? (
        <Alert tone="info" title="Admitted under RTE">
          <p>School fees do not apply. Hostel, transport and store dues do.</p>
        </Alert>
      ) : null}
      {student.excessPaise > 0 ? (
        <Alert tone="info" title={`The school holds ${exact(student.excessPaise)} of credit`}>
          <p>
            It belongs to the student: paid in advance, or for dues that were already settled. To use it for a fee,
            choose “Record payment”; to refund it, open the payment below.
          </p>
        </Alert>
      ) : null}
      <div className="stack">
        <Card title="Total">
          <div className="stack">
            <DefinitionList
              items={[
                { label: 'Fees', value: sum((due) => due.amountPaise) },
                { label: 'Concessions', value: sum((due) => due.concessionPaise) },
                { label: 'Late fines', value: sum((due) => due.finePaise) },
                { label: 'Paid', value: sum((due) => due.paidPaise) },
                { label: 'Balance', value: <strong>{sum((due) => due.balancePaise)}</strong> },
              ]}
            />
            <div className="actions">
              <ButtonLink href={schoolPaths.studentConcessions(student.publicId)} variant="secondary">
                Concessions
              </ButtonLink>
              <ButtonLink href={schoolPaths.student(student.publicId)} variant="quiet" label="The student" />
            </div>
          </div>
        </Card>
        {years.length === 0 ? (
          <EmptyState
            icon="fees"
            title="No dues yet"
            text="Fees will be listed here once one is assigned to the student's class, or to the student."
            action={<ButtonLink href={schoolPaths.fees} label="Fees" />}
          />
        ) : (
          years.map((year) => <AccountYearCard key={year.sessionPublicId} year={year} />)
        )}
        {payments.length > 0 ? <AccountPayments payments={payments} /> : null}
      </div>
    </>
  )
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

type AccountYear = SerializeFrom<typeof loader>['years'][number]

const dueColumns: Column<AccountYear['dues'][number]>[] = [
  {
    label: 'Fee',
    role: 'title',
    cell: (due) => <a href={schoolPaths.due(due.publicId)}>{`${due.name}: ${due.title}`}</a>,
  },
  { label: 'Due date', align: 'nowrap', cell: (due) => formatDay(due.dueOn, 'en') },
  { label: 'Amount', align: 'end', cell: (due) => exact(due.amountPaise) },
  { label: 'Concession', align: 'end', cell: (due) => exact(due.concessionPaise) },
  { label: 'Late fine', align: 'end', cell: (due) => exact(due.finePaise) },
  { label: 'Paid', align: 'end', cell: (due) => exact(due.paidPaise) },
  { label: 'Balance', align: 'end', cell: (due) => exact(due.balancePaise) },
  { label: 'Status', cell: (due) => <DueStatusBadge status={due.status} /> },
]

function AccountYearCard({ year }: { year: AccountYear }) {
  return (
    <Card title={year.sessionName} aside={year.className ? <span className="soft">{year.className}</span> : undefined}>
      <DataTable caption={year.sessionName} columns={dueColumns} rows={year.dues} rowKey={(due) => due.publicId} />
    </Card>
  )
}

type AccountPayment = SerializeFrom<typeof loader>['payments'][number]

const paymentColumns: Column<AccountPayment>[] = [
  {
    label: 'Date',
    role: 'title',
    cell: (one) => <a href={schoolPaths.payment(one.publicId)}>{formatDay(todayInIndia(new Date(one.at)), 'en')}</a>,
  },
  { label: 'Method', cell: (one) => methodNames[one.method] },
  { label: 'Amount', align: 'end', cell: (one) => exact(one.amountPaise) },
  {
    label: 'Status',
    cell: (one) => (
      <>
        <Badge tone={paymentStateNames[one.state].tone}>{paymentStateNames[one.state].word}</Badge>
        {one.excessPaise > 0 ? <Badge tone="warn">{`Excess ${exact(one.excessPaise)}`}</Badge> : null}
      </>
    ),
  },
  { label: 'Transaction id', align: 'nowrap', cell: (one) => one.transactionId ?? '–' },
  { label: 'Receipt', align: 'nowrap', cell: (one) => one.receiptNumber ?? '–' },
]

function AccountPayments({ payments }: { payments: readonly AccountPayment[] }) {
  return (
    <Card title="Payments and receipts">
      <DataTable
        caption="Payments and receipts"
        columns={paymentColumns}
        rows={payments}
        rowKey={(one) => one.publicId}
      />
    </Card>
  )
}
