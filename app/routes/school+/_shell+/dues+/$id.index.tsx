import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DueStatusBadge } from '~/components/fees/due-status-badge'
import { Alert, ButtonLink, Card, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { fineWords } from '~/models/money/fees/fine-form'
import { findDue, paymentsOfDue } from '~/models/money/ledger/counter/fee-account.server'
import { readFineRule } from '~/models/money/ledger/fine-rules'
import { methodNames, movementNames, paidWords } from '~/models/money/ledger/office-words'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle<{ due: { name: string } }>((data) => data?.due.name ?? 'Due')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, staff, at, thing } = await openThing(args, { may: 'fees:view', find: findDue })
  const { fineRule, ...due } = thing
  return {
    due,
    rule: fineWords(readFineRule(fineRule)),
    payments: await paymentsOfDue(scope, at),
    mayCollect: mayStaff(staff.role, 'fees:collect'),
    mayWaive: mayStaff(staff.role, 'payments:correct'),
  }
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

export default function DuePage() {
  const { due, rule, payments, mayCollect, mayWaive } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={`${due.name}: ${due.title}`}
        context={`${due.studentName}, ${due.sessionName}`}
        action={
          mayCollect && due.balancePaise > 0 ? (
            <ButtonLink href={schoolPaths.collect(due.publicId)}>Record payment</ButtonLink>
          ) : undefined
        }
      />
      {due.isBeingPaid ? (
        <Alert tone="info" title="A payment is in progress">
          <p>
            Until it is completed, the amount does not change: no fine is added, and neither the fine nor a concession
            can be changed.
          </p>
        </Alert>
      ) : null}
      <div className="stack">
        <Card title="What is owed" aside={<DueStatusBadge status={due.status} />}>
          <div className="stack">
            <DefinitionList
              items={[
                {
                  label: 'Student',
                  value: <a href={schoolPaths.studentFees(due.studentPublicId)}>{due.studentName}</a>,
                },
                { label: 'Due date', value: formatDay(due.dueOn, 'en') },
                { label: 'Amount', value: exact(due.amountPaise) },
                { label: 'Concession', value: exact(due.concessionPaise) },
                { label: 'Late fine', value: exact(due.finePaise) },
                { label: 'Paid', value: exact(due.paidPaise) },
                { label: 'Balance', value: exact(due.balancePaise) },
                { label: 'Late fine rule', value: rule },
                ...(due.fineWaiverReason === null
                  ? []
                  : [{ label: 'Fine waived', value: `${exact(due.fineWaivedPaise)}: ${due.fineWaiverReason}` }]),
              ]}
            />
            {mayWaive && (due.finePaise > 0 || due.fineWaiverReason !== null) ? (
              <div className="actions">
                <ButtonLink href={schoolPaths.waiveFine(due.publicId)} variant="secondary">
                  {due.fineWaiverReason === null ? 'Waive the fine' : 'Apply the fine again'}
                </ButtonLink>
              </div>
            ) : null}
          </div>
        </Card>
        <Card title="Payments">
          {payments.length === 0 ? (
            <p className="soft">Nothing has been paid for it.</p>
          ) : (
            <DataTable
              caption="Payments"
              rows={payments.map((payment, index) => ({ ...payment, index }))}
              rowKey={(row) => row.index}
              columns={[
                {
                  label: 'Date',
                  role: 'title',
                  cell: (row) => (
                    <a href={schoolPaths.payment(row.publicId)}>{formatDay(todayInIndia(new Date(row.at)), 'en')}</a>
                  ),
                },
                { label: 'Method', cell: (row) => methodNames[row.method] },
                {
                  label: 'What',
                  cell: (row) => (row.what === 'received' ? paidWords(due, row.amountPaise) : movementNames[row.what]),
                },
                { label: 'Amount', align: 'end', cell: (row) => exact(row.amountPaise) },
              ]}
            />
          )}
        </Card>
      </div>
    </>
  )
}
