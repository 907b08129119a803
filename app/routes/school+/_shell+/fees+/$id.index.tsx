import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge, ButtonLink, Card, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { fineWords } from '~/models/money/fees/fine-form'
import { headKindLabels } from '~/models/money/fees/options'
import { findFeePlan, findFeeReach } from '~/models/money/fees/queries.server'
import { sumOf } from '~/models/money/fees/rules'
import { readFineRule } from '~/models/money/ledger/fine-rules'
import { counted } from '~/models/people/academics/rules'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle<{ name: string }>((data) => data?.name ?? 'Fee')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, staff, thing: plan } = await openThing(args, { may: 'fees:view', find: findFeePlan })
  const reach = await findFeeReach(scope, plan)
  const { publicId: id, name, className, sessionName, isAssigned, heads } = plan
  return {
    id,
    name,
    className,
    sessionName,
    isAssigned,
    heads,
    totalPaise: sumOf(heads),
    instalments: plan.instalments.map(({ title, dueOn, amountPaise }) => ({ title, dueOn, amountPaise })),
    students: reach.students,
    fine: fineWords(readFineRule(plan.fineRule)),
    missing: reach.missingDues,
    mayEdit: mayStaff(staff.role, 'fees:edit'),
  }
}

const changes = { 'Edit fee': schoolPaths.editFee, 'Late fine': schoolPaths.feeFine, Copy: schoolPaths.copyFee }

export default function FeePage() {
  const fee = useLoaderData<typeof loader>()
  const assign = !fee.mayEdit ? undefined : (
    <ButtonLink
      href={schoolPaths.assignFee(fee.id)}
      variant={fee.missing > 0 && (fee.isAssigned || fee.students === 0) ? 'next' : 'secondary'}
    >
      {fee.isAssigned ? 'Assign again' : 'Assign'}
    </ButtonLink>
  )
  return (
    <>
      <PageHead title={fee.name} context={`${fee.className}, ${fee.sessionName}`} action={assign} />
      <div className="stack">
        <Card
          title="Fee"
          aside={
            fee.isAssigned ? (
              <Badge tone="good">Assigned</Badge>
            ) : fee.students > 0 ? (
              <Badge tone="info">Assigned to chosen students</Badge>
            ) : (
              <Badge tone="warn">Not assigned: nobody owes it</Badge>
            )
          }
        >
          <div className="stack">
            <DefinitionList
              items={[
                { label: 'Total', value: formatPaise(fee.totalPaise, { style: 'short' }) },
                { label: 'Students', value: fee.students === 0 ? 'None' : counted(fee.students, 'student') },
                { label: 'Class', value: fee.className },
                { label: 'Academic session', value: fee.sessionName },
                { label: 'Late fine', value: fee.fine },
              ]}
            />
            {fee.mayEdit ? (
              <div className="actions">
                {Object.entries(changes).map(([words, to]) => (
                  <ButtonLink key={words} href={to(fee.id)} variant="secondary">
                    {words}
                  </ButtonLink>
                ))}
                <ButtonLink href={schoolPaths.deleteFee(fee.id)} variant="quiet">
                  Delete this fee
                </ButtonLink>
              </div>
            ) : null}
          </div>
        </Card>
        <Card title="Heads">
          <DataTable
            caption="Heads"
            rows={fee.heads.map((head, index) => ({ ...head, index }))}
            rowKey={(row) => row.index}
            columns={[
              { label: 'Head', role: 'title', cell: (row) => row.name },
              { label: 'Kind', cell: (row) => headKindLabels[row.kind] },
              { label: 'Amount', align: 'end', cell: (row) => formatPaise(row.amountPaise, { style: 'exact' }) },
            ]}
          />
        </Card>
        <Card title="Instalments">
          <DataTable
            caption="Instalments"
            rows={fee.instalments.map((instalment, index) => ({ ...instalment, index }))}
            rowKey={(row) => row.index}
            columns={[
              { label: 'Title', role: 'title', cell: (row) => row.title },
              { label: 'Due date', align: 'nowrap', cell: (row) => formatDay(row.dueOn, 'en') },
              { label: 'Amount', align: 'end', cell: (row) => formatPaise(row.amountPaise, { style: 'exact' }) },
            ]}
          />
        </Card>
      </div>
    </>
  )
}
