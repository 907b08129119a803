import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert, ButtonLink, Card, DefinitionList, EmptyState, PageHead } from '~/components/ui'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { findFeeAccount } from '~/models/ledger/fee-account.server'
import { formatPaise } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'
import { AccountPayments, AccountYearCard } from './__account-cards'

export const handle = pageTitle(() => 'Fees of a student')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'fees:view')
  const account = foundOr404(isPublicId(params.id) ? await findFeeAccount(scope, params.id) : null)
  return { ...account, mayCollect: mayStaff(role, 'fees:collect') }
}

export default function StudentFeesPage() {
  const { student, years, payments, mayCollect } = useLoaderData<typeof loader>()
  const dues = years.flatMap((year) => year.dues)
  const sum = (read: (due: (typeof dues)[number]) => number) =>
    formatPaise(
      dues.reduce((total, due) => total + read(due), 0),
      { style: 'exact' },
    )
  const owes = dues.some((due) => due.balancePaise > 0)
  return (
    <>
      <PageHead
        title={`Fees of ${student.name}`}
        context={student.enrollmentNumber}
        action={
          mayCollect && owes ? (
            <ButtonLink href={schoolPaths.collectFrom(student.publicId)}>Record payment</ButtonLink>
          ) : undefined
        }
      />
      {student.rte ? (
        <Alert tone="info" title="Admitted under RTE">
          <p>No school fees are owed. Hostel, transport and store dues are.</p>
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
              <ButtonLink href={schoolPaths.student(student.publicId)} variant="quiet">
                The student
              </ButtonLink>
            </div>
          </div>
        </Card>
        {years.length === 0 ? (
          <EmptyState
            icon="fees"
            title="Nothing is owed yet"
            text="Fees will be listed here once one is assigned to the student's class, or to the student."
            action={<ButtonLink href={schoolPaths.fees}>Fees</ButtonLink>}
          />
        ) : (
          years.map((year) => <AccountYearCard key={year.sessionPublicId} year={year} />)
        )}
        {payments.length > 0 ? <AccountPayments payments={payments} /> : null}
      </div>
    </>
  )
}
