import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { BarChart } from '~/components/charts/bar-chart'
import { barGeometry } from '~/components/charts/bar-geometry.server'
import { SelectField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { Card, type Column, DataTable, EmptyState, FilterBar, PageHead } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { findSession, sessionChoices } from '~/models/academics/queries.server'
import { summarizeClasses, summarizeMonths } from '~/models/ledger/collection-summary.server'
import { formatMonth, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { publicIdOf } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Collection summary')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const sessions = await sessionChoices(scope)
  const asked = publicIdOf(new URL(request.url).searchParams, 'session')
  const chosen = sessions.find((one) => one.publicId === asked) ?? sessions.find((one) => one.isCurrent) ?? sessions[0]
  const session = chosen ? await findSession(scope, chosen.publicId) : null
  if (!session) return { sessions: [], session: null, months: [], classes: [], geometry: barGeometry([], rupees) }
  const [months, classes] = await Promise.all([
    summarizeMonths(scope, session.startsOn, session.endsOn),
    summarizeClasses(scope, session.publicId, todayInIndia(new Date())),
  ])
  return {
    sessions: sessions.map(({ publicId, name }) => ({ value: publicId, label: name })),
    session: { publicId: session.publicId, name: session.name },
    months,
    classes,
    geometry: barGeometry(
      months.map((row) => ({
        label: formatMonth(row.month, 'en').split(' ')[0] ?? '',
        values: [row.officePaise / 100, row.onlinePaise / 100],
      })),
      rupees,
    ),
  }
}

const rupees = (amount: number) => formatPaise(Math.round(amount * 100), { style: 'short' })
const money = (paise: number) => formatPaise(paise, { style: 'exact' })

type Loaded = Awaited<ReturnType<typeof loader>>

const monthColumns: Column<Loaded['months'][number]>[] = [
  { label: 'Month', role: 'title', cell: (row) => formatMonth(row.month, 'en') },
  { label: 'At the office', align: 'end', cell: (row) => money(row.officePaise) },
  { label: 'Online', align: 'end', cell: (row) => money(row.onlinePaise) },
  { label: 'Collected', align: 'end', cell: (row) => money(row.totalPaise) },
]

const classColumns: Column<Loaded['classes'][number]>[] = [
  {
    label: 'Class',
    role: 'title',
    cell: (row) =>
      row.classId ? (
        <a href={listHref(schoolPaths.defaulters, { class: row.classId })}>{row.className}</a>
      ) : (
        row.className
      ),
  },
  { label: 'Students', align: 'end', cell: (row) => row.students },
  { label: 'Fees', align: 'end', cell: (row) => money(row.amountPaise) },
  { label: 'Concession', align: 'end', cell: (row) => money(row.concessionPaise) },
  { label: 'Late fine', align: 'end', cell: (row) => money(row.finePaise) },
  { label: 'Paid', align: 'end', cell: (row) => money(row.paidPaise) },
  { label: 'Still owed', align: 'end', cell: (row) => money(row.balancePaise) },
  { label: 'Overdue part', align: 'end', cell: (row) => money(row.overduePaise) },
]

export default function CollectionSummaryPage() {
  const { sessions, session, months, classes, geometry } = useLoaderData<typeof loader>()
  if (!session) {
    return (
      <>
        <PageHead title="Collection summary" />
        <EmptyState
          icon="chart"
          title="No academic session yet"
          text="Add one, and its monthly totals will be shown here."
        />
      </>
    )
  }
  const totalPaise = months.reduce((so, row) => so + row.totalPaise, 0)
  return (
    <>
      <PageHead
        title="Collection summary"
        context={`${money(totalPaise)} collected in the months of ${session.name}, after refunds and bounced cheques.`}
      />
      <FilterBar action={schoolPaths.collectionSummary}>
        <SelectField
          name="session"
          label="Academic session"
          placeholder={null}
          defaultValue={session.publicId}
          options={sessions}
        />
      </FilterBar>
      <div className="stack">
        <Card title="Month by month">
          <BarChart
            label={`Collected in each month of ${session.name}; the table below has the numbers.`}
            geometry={geometry}
            data={{
              labels: geometry.columns.map((column) => column.label),
              series: ['At the office', 'Online'],
              values: [months.map((row) => row.officePaise / 100), months.map((row) => row.onlinePaise / 100)],
              unit: '₹',
            }}
          />
          <DataTable caption="Collected by month" rows={months} rowKey={(row) => row.month} columns={monthColumns} />
        </Card>
        <Card title={`Class by class, dues of ${session.name}`}>
          {classes.length === 0 ? (
            <p className="soft">No fee of this session is assigned yet.</p>
          ) : (
            <DataTable caption="Dues by class" rows={classes} rowKey={(row) => row.className} columns={classColumns} />
          )}
        </Card>
      </div>
    </>
  )
}
