import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { BarChart } from '~/components/charts/bar-chart'
import { barGeometry } from '~/components/charts/bar-geometry.server'
import { listHref } from '~/components/school/list-href'
import { Card, type Column, DataTable, EmptyState, FilterBar, PageHead } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { formatMonth, todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { publicIdOf } from '~/models/core/shared/public-id.server'
import { summarizeClasses, summarizeMonths } from '~/models/money/ledger/books/collection-summary.server'
import { findSession, sessionChoices } from '~/models/people/academics/queries.server'
import { SessionField } from '~/routes/school+/_shell+/__session-field'

export const handle = pageTitle(() => 'Collection summary')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const sessions = await sessionChoices(scope)
  const requestedSessionId = publicIdOf(new URL(request.url).searchParams, 'session')
  const selectedSession =
    sessions.find((one) => one.publicId === requestedSessionId) ?? sessions.find((one) => one.isCurrent) ?? sessions[0]
  const session = selectedSession ? await findSession(scope, selectedSession.publicId) : null
  if (!session) return { sessions: [], session: null, months: [], classes: [], geometry: barGeometry([], rupees) }
  const [months, classes] = await Promise.all([
    summarizeMonths(scope, session.startsOn, session.endsOn),
    summarizeClasses(scope, session.publicId, todayInIndia(new Date())),
  ])
  return {
    sessions: choicesOf(sessions),
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
  { label: 'Month', role: 'title', cell: (row) => (row.month === '' ? 'Total' : formatMonth(row.month, 'en')) },
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
  { label: 'Balance due', align: 'end', cell: (row) => money(row.balancePaise) },
  { label: 'Overdue', align: 'end', cell: (row) => money(row.overduePaise) },
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
  const { totalPaise } = totalOfMonths(months)
  const owed = totalOfClasses(classes)
  return (
    <>
      <PageHead
        title="Collection summary"
        context={`${money(totalPaise)} collected in the months of ${session.name}, after refunds and bounced cheques. Of its dues ${money(owed.balancePaise)} is still due in total, ${money(owed.overduePaise)} of it overdue.`}
      />
      <FilterBar action={schoolPaths.collectionSummary}>
        <SessionField chosen={session.publicId} sessions={sessions} />
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
          <DataTable
            caption="Collected by month"
            rows={[...months, totalOfMonths(months)]}
            rowKey={(row) => row.month}
            columns={monthColumns}
          />
        </Card>
        <Card title={`Class by class, dues of ${session.name}`}>
          {classes.length === 0 ? (
            <p className="soft">No fee of this session is assigned yet.</p>
          ) : (
            <DataTable
              caption="Dues by class"
              rows={[...classes, owed]}
              rowKey={(row) => row.className}
              columns={classColumns}
            />
          )}
        </Card>
      </div>
    </>
  )
}

/** Total of all months: a row without a month. */
function totalOfMonths(months: Loaded['months']): Loaded['months'][number] {
  const sum = (name: 'officePaise' | 'onlinePaise' | 'totalPaise') => months.reduce((so, row) => so + row[name], 0)
  return { month: '', officePaise: sum('officePaise'), onlinePaise: sum('onlinePaise'), totalPaise: sum('totalPaise') }
}

/** Total of all classes. No student counts twice, since each is in one class per session. */
function totalOfClasses(classes: Loaded['classes']): Loaded['classes'][number] {
  const sum = (name: Exclude<keyof Loaded['classes'][number], 'classId' | 'className'>) =>
    classes.reduce((so, row) => so + row[name], 0)
  return {
    classId: null,
    className: 'Total',
    students: sum('students'),
    amountPaise: sum('amountPaise'),
    concessionPaise: sum('concessionPaise'),
    finePaise: sum('finePaise'),
    paidPaise: sum('paidPaise'),
    balancePaise: sum('balancePaise'),
    overduePaise: sum('overduePaise'),
  }
}
