import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DateField } from '~/components/forms/date-field'
import { SelectField } from '~/components/forms/select-field'
import { OfficeList } from '~/components/school/office-list'
import { Alert } from '~/components/ui/alert'
import { Badge } from '~/components/ui/badge'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { classSection, counted } from '~/models/academics/rules'
import { countDay } from '~/models/attendance/day-list.server'
import { attendanceStatuses } from '~/models/attendance/options'
import { attendancePercent, markedDays } from '~/models/attendance/rules'
import { dayListOf } from './__attendance-day.server'
import { AttendanceTabs } from './__attendance-tabs'
import { closedWords, dayWords, percentWords, statusNames } from './__attendance-words'

export const handle = pageTitle(() => 'Attendance')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:view')
  const { view, facts, today, own, list } = await dayListOf(staff, request)
  const counts = await countDay(staff.scope, facts.day, own)
  const marked = markedDays(counts)
  return {
    view,
    list,
    today,
    day: facts.day,
    trouble: facts.closed && closedWords(facts.closed, facts.day, facts.holiday),
    mayMark: facts.closed === null,
    summary:
      marked === 0
        ? null
        : `${attendanceStatuses.map((status) => `${counts[status]} ${statusNames[status].word.toLowerCase()}`).join(', ')} · ${percentWords(attendancePercent(counts))} of ${counted(marked, 'student')} in ${counted(counts.sheets, 'marked section')}`,
  }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

export default function AttendancePage() {
  const { view, list, today, day, trouble, mayMark, summary } = useLoaderData<typeof loader>()
  const columns: Column<Row>[] = [
    {
      key: 'class',
      label: 'Section',
      role: 'title',
      sort: 'class',
      cell: (row) => {
        const name = classSection(row.className, row.name)
        return mayMark || row.markedBy !== null ? (
          <a href={schoolPaths.markAttendance(row.publicId, day)}>{name}</a>
        ) : (
          name
        )
      },
    },
    { key: 'students', label: 'Students', align: 'end', cell: (row) => row.students },
    ...attendanceStatuses.map(
      (status): Column<Row> => ({
        key: status,
        label: statusNames[status].word,
        align: 'end',
        sort: status === 'absent' ? 'absent' : undefined,
        cell: (row) => (row.markedBy === null ? '–' : row[status]),
      }),
    ),
    {
      key: 'marked',
      label: 'Marked',
      sort: 'marked',
      cell: (row) =>
        row.markedBy === null ? <Badge tone="neutral">Not marked</Badge> : <Badge tone="good">{row.markedBy}</Badge>,
    },
  ]
  return (
    <>
      <PageHead title="Attendance" context={`${dayWords(day)}${day === today ? ', today' : ''}`} />
      <AttendanceTabs current="Day" />
      {trouble ? (
        <Alert tone="info" title="No attendance on this day">
          <p>{`${trouble}.`}</p>
        </Alert>
      ) : null}
      {summary ? <p>{summary}</p> : null}
      <OfficeList
        path={schoolPaths.attendance}
        filePath={schoolPaths.attendanceFile}
        view={{ ...view, isNarrowed: view.isNarrowed || trouble !== null }}
        list={list}
        noun="section"
        caption={`Attendance on ${dayWords(day)}`}
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search sections', placeholder: 'Class or section' }}
        filters={
          <>
            <DateField name="date" label="Date" max={today} defaultValue={day} />
            <SelectField
              name="state"
              label="Marked"
              placeholder="All sections"
              defaultValue={view.filters.state}
              options={[
                { value: 'open', label: 'Not marked' },
                { value: 'marked', label: 'Marked' },
              ]}
            />
          </>
        }
        empty={{
          icon: 'attendance',
          title: 'No section to mark',
          text: 'Sections with students on this day are listed here. A teacher sees only the sections of which he or she is class teacher.',
        }}
      />
    </>
  )
}
