import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { OfficeList } from '~/components/school/office-list'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { classChoices, sessionChoices } from '~/models/academics/queries.server'
import { counted } from '~/models/academics/rules'
import { mayStaff } from '~/models/accounts/permissions'
import { feeReaches } from '~/models/fees/options'
import { feeSorts, listFees } from '~/models/fees/queries.server'
import { formatPaise } from '~/models/shared/money'

export const handle = pageTitle(() => 'Fees')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'fees:view')
  const view = listViewOf(request, {
    sorts: feeSorts,
    filters: { session: 'id', class: 'id', assigned: feeReaches },
  })
  const [sessions, classes, list] = await Promise.all([
    sessionChoices(scope),
    classChoices(scope),
    listFees(scope, view),
  ])
  return {
    view,
    mayEdit: mayStaff(role, 'fees:edit'),
    sessions: sessions.map(({ publicId, name }) => ({ value: publicId, label: name })),
    classes: classes.map(({ publicId, name }) => ({ value: publicId, label: name })),
    list,
  }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

function reachBadge({ isAssigned, students }: Row) {
  if (isAssigned) return <Badge tone="good">{`Whole class: ${counted(students, 'student')}`}</Badge>
  if (students > 0) return <Badge tone="info">{`Chosen: ${counted(students, 'student')}`}</Badge>
  return <Badge tone="warn">Not assigned</Badge>
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Fee',
    role: 'title',
    sort: 'name',
    cell: (row) => <a href={schoolPaths.fee(row.publicId)}>{row.name}</a>,
  },
  { key: 'class', label: 'Class', sort: 'class', cell: (row) => row.className },
  { key: 'session', label: 'Session', align: 'nowrap', sort: 'session', cell: (row) => row.sessionName },
  { key: 'instalments', label: 'Instalments', align: 'end', cell: (row) => row.instalments },
  {
    key: 'total',
    label: 'Total',
    align: 'end',
    sort: 'total',
    cell: (row) => formatPaise(row.totalPaise, { style: 'exact' }),
  },
  { key: 'assigned', label: 'Owed by', sort: 'students', cell: reachBadge },
]

export default function FeesPage() {
  const { view, mayEdit, sessions, classes, list } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newFee} variant="next" icon="plus">
      Add fee
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead title="Fees" context="What a class pays in a session, and when." action={add} />
      <OfficeList
        path={schoolPaths.fees}
        filePath={schoolPaths.feesFile}
        view={view}
        list={list}
        noun="fee"
        caption="Fees"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Fee name' }}
        filters={
          <>
            <SelectField
              name="session"
              label="Academic session"
              placeholder="Any session"
              defaultValue={view.filters.session}
              options={sessions}
            />
            <SelectField
              name="class"
              label="Class"
              placeholder="All classes"
              defaultValue={view.filters.class}
              options={classes}
            />
            <SelectField
              name="assigned"
              label="Owed by"
              placeholder="Anybody"
              defaultValue={view.filters.assigned}
              options={[
                { value: 'class', label: 'The whole class' },
                { value: 'students', label: 'Chosen students' },
                { value: 'nobody', label: 'Nobody: not assigned' },
              ]}
            />
          </>
        }
        empty={{
          icon: 'fees',
          title: 'No fee yet',
          text: 'Fees will be listed here. Add one for a class, then assign it: each student of the class owes it.',
          action: add,
        }}
      />
    </>
  )
}
