import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { OfficeList } from '~/components/school/office-list'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { sectionChoices } from '~/models/academics/queries.server'
import { classSection } from '~/models/academics/rules'
import { monthsSoFar } from '~/models/attendance/rules'
import { listShortage } from '~/models/attendance/shortage.server'
import { formatMonth, todayInIndia } from '~/models/shared/calendar'
import { fullName } from '~/models/students/rules'
import { AttendanceTabs } from './__attendance-tabs'
import { percentWords } from './__attendance-words'
import { shortageWishOf } from './__shortage.server'

export const handle = pageTitle(() => 'Attendance below 75%')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:view')
  const { view, own, sessions, session, wish } = await shortageWishOf(staff, request)
  const [list, sections] = await Promise.all([listShortage(staff.scope, wish), own ?? sectionChoices(staff.scope)])
  const today = todayInIndia(new Date())
  return {
    view,
    context: session
      ? `${session.name}${view.filters.month === '' ? '' : `, ${formatMonth(view.filters.month, 'en')}`}: late counts as present, a half day as half.`
      : 'No academic session yet',
    sessions: sessions.map((one) => ({ value: one.isCurrent ? '' : one.publicId, label: one.name })),
    sections: sections.map((one) => ({ value: one.publicId, label: classSection(one.className, one.name) })),
    months: session ? monthsSoFar(session, today).map((one) => ({ value: one, label: formatMonth(one, 'en') })) : [],
    list: {
      ...list,
      rows: list.rows.map((row) => ({
        id: row.studentPublicId,
        name: fullName(row),
        enrollmentNumber: row.enrollmentNumber,
        place: classSection(row.className, row.sectionName),
        days: row.days,
        absent: row.absent,
        leave: row.leave,
        percent: row.percent,
        mobileNumber: row.mobileNumber,
      })),
    },
  }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  { key: 'percent', label: 'Attendance', align: 'end', sort: 'percent', cell: (row) => percentWords(row.percent) },
  {
    key: 'student',
    label: 'Student',
    role: 'title',
    sort: 'student',
    cell: (row) => <a href={schoolPaths.student(row.id)}>{row.name}</a>,
  },
  { key: 'number', label: 'Enrollment number', align: 'nowrap', cell: (row) => row.enrollmentNumber },
  { key: 'class', label: 'Section', align: 'nowrap', sort: 'class', cell: (row) => row.place },
  { key: 'days', label: 'Days', align: 'end', cell: (row) => row.days },
  { key: 'absent', label: 'Absent', align: 'end', cell: (row) => row.absent },
  { key: 'leave', label: 'Leave', align: 'end', cell: (row) => row.leave },
  {
    key: 'phone',
    label: 'Phone',
    align: 'nowrap',
    cell: (row) => <a href={`tel:+91${row.mobileNumber}`}>{row.mobileNumber}</a>,
  },
]

export default function ShortagePage() {
  const { view, context, sessions, sections, months, list } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Attendance below 75%" context={context} />
      <AttendanceTabs current="Below 75%" />
      <OfficeList
        path={schoolPaths.shortage}
        filePath={schoolPaths.shortageFile}
        view={view}
        list={list}
        noun="student"
        caption="Attendance below 75%"
        columns={columns}
        rowKey={(row) => row.id}
        search={{ label: 'Search students', placeholder: 'Name or enrollment number' }}
        filters={
          <>
            <SelectField
              name="session"
              label="Academic session"
              placeholder={null}
              defaultValue={view.filters.session}
              options={sessions}
            />
            <SelectField
              name="month"
              label="Month"
              placeholder="Whole session"
              defaultValue={view.filters.month}
              options={months}
            />
            <SelectField
              name="section"
              label="Section"
              placeholder="All sections"
              defaultValue={view.filters.section}
              options={sections}
            />
          </>
        }
        empty={{
          icon: 'check',
          title: 'Nobody is below 75%',
          text: 'Students who attended less than 75% of their marked days are listed here.',
        }}
      />
    </>
  )
}
