import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { type Column, DataTable, EmptyState, FilterBar, LinkParagraph, PageHead } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { todayInIndia } from '~/models/core/shared/calendar'
import { dayNames, weekdays } from '~/models/learning/timetable/options'
import { listPeriods } from '~/models/learning/timetable/periods.server'
import { teachersInSlot } from '~/models/learning/timetable/queries.server'
import { slotOf, weekdayOf } from '~/models/learning/timetable/rules'
import { SessionField } from '~/routes/school+/_shell+/__session-field'
import { requestedSession } from './__timetable-week.server'

export const handle = pageTitle(() => 'Free teachers')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:view')
  const query = new URL(request.url).searchParams
  const [{ session, sessions }, { periods }] = await Promise.all([requestedSession(scope, query), listPeriods(scope)])
  const lessons = periods.filter((period) => !period.isBreak)
  const period = lessons.find((one) => one.startsAt === query.get('period')) ?? lessons[0] ?? null
  const day = weekdays.find((one) => String(one) === query.get('day')) ?? weekdayOf(todayInIndia(new Date())) ?? 1
  const slot = { session: session?.publicId ?? '', day, startsAt: period?.startsAt ?? '00:00' }
  const free = (await teachersInSlot(scope, slot)).filter((teacher) => teacher.busyWith === null)
  return {
    free: free.sort((one, other) => one.lessons - other.lessons),
    asked: slot,
    slot: period ? `${dayNames[day]}, ${period.name} (${slotOf(period)})` : dayNames[day],
    sessions,
    periods: lessons.map((one) => ({ value: one.startsAt, label: `${one.name} (${slotOf(one)})` })),
  }
}

type Row = Awaited<ReturnType<typeof loader>>['free'][number]

const columns: Column<Row>[] = [
  {
    label: 'Teacher',
    role: 'title',
    cell: (row) => <a href={schoolPaths.teacherTimetable(row.publicId)}>{row.name}</a>,
  },
  { label: 'Employee number', cell: (row) => row.employeeNumber },
  { label: 'Lessons on that day', align: 'end', cell: (row) => row.lessons },
]

export default function FreeTeachersPage() {
  const { free, asked, slot, sessions, periods } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Free teachers"
        context={`Teachers without a lesson on ${slot}, those with the fewest lessons first.`}
      />
      <FilterBar action={schoolPaths.freeTeachers} submitLabel="Show">
        <SelectField
          name="day"
          label="Day"
          placeholder={null}
          defaultValue={String(asked.day)}
          options={weekdays.map((day) => ({ value: String(day), label: dayNames[day] }))}
        />
        <SelectField name="period" label="Period" placeholder={null} defaultValue={asked.startsAt} options={periods} />
        <SessionField chosen={asked.session} sessions={sessions} />
      </FilterBar>
      {free.length === 0 ? (
        <EmptyState
          icon="users"
          title="No teacher is free"
          text="Every active teacher teaches in this period. Choose another one."
        />
      ) : (
        <DataTable caption={`Free on ${slot}`} columns={columns} rows={free} rowKey={(row) => row.publicId} />
      )}
      <LinkParagraph href={schoolPaths.timetable} label="Back to the timetable" />
    </>
  )
}
