import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField, TextField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import {
  ButtonLink,
  type Column,
  DataTable,
  EmptyState,
  FilterBar,
  PageHead,
  Pager,
  StatCard,
  useLiveSearch,
} from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay, monthNames } from '~/models/core/shared/calendar'
import { cleanText } from '~/models/core/shared/clean-text'
import { pageOf } from '~/models/core/shared/paging'
import { publicIdOf } from '~/models/core/shared/public-id.server'
import { attendanceStatuses } from '~/models/learning/attendance/options'
import { listOwnAttendance } from '~/models/learning/attendance/own-attendance.server'
import { statusTones, statusWord } from '~/models/learning/attendance/words'
import { classSection } from '~/models/people/academics/rules'
import { loadTrouble } from '~/routes/students+/_shell+/__load-trouble'

export const handle = pageTitle(() => m.attendance_title(), { isKept: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const query = new URL(request.url).searchParams
  const language = currentLanguage()
  const search = cleanText(query.get('search') ?? '').slice(0, 80)
  const month = /^([1-9]|1[0-2])$/.test(query.get('month') ?? '') ? Number(query.get('month')) : null
  const status = attendanceStatuses.find((one) => one === query.get('status')) ?? null
  const input = { search, month, status, session: publicIdOf(query, 'session'), page: pageOf(query), language }
  const attendance = await listOwnAttendance(scope, input)
  const newest = attendance.sessions[0]?.publicId
  return {
    ...attendance,
    search,
    status: status ?? '',
    month: month === null ? '' : String(month),
    // Leaves the newest session out of the URL.
    session: attendance.session === newest ? '' : attendance.session,
    sessions: attendance.sessions.map(({ publicId, name }) => ({
      value: publicId === newest ? '' : publicId,
      label: name,
    })),
    months: monthNames(language, 'long').map((label, index) => ({ value: String(index + 1), label })),
  }
}

type Row = Awaited<ReturnType<typeof loader>>['records'][number]

function columns(): Column<Row>[] {
  const language = currentLanguage()
  return [
    { label: m.attendance_date(), role: 'title', cell: (row) => formatDay(row.day, language) },
    {
      label: m.attendance_status(),
      cell: (row) => <span className={`badge ${statusTones[row.status]}`}>{statusWord(row.status)}</span>,
    },
    { label: m.attendance_class(), cell: (row) => classSection(row.className, row.sectionName) },
    { label: m.attendance_teacher(), cell: (row) => row.teacher ?? '–' },
    { label: m.attendance_remarks(), cell: (row) => row.remarks ?? '–' },
  ]
}

export default function AttendancePage() {
  const { search, status, month, months, session, sessions, statistics, records, page, pages } =
    useLoaderData<typeof loader>()
  const form = useLiveSearch()
  const isNarrowed = search !== '' || month !== '' || status !== ''
  return (
    <>
      <PageHead
        title={m.attendance_title()}
        action={<ButtonLink href={paths.student.leave} variant="secondary" label={m.attendance_to_leave()} />}
      />
      <FilterBar
        isFolded
        action={paths.student.attendance}
        resetHref={isNarrowed || session !== '' ? paths.student.attendance : undefined}
        formRef={form}
      >
        <TextField
          name="search"
          label={m.attendance_search()}
          placeholder={m.attendance_search_hint()}
          type="search"
          maxLength={80}
          defaultValue={search}
        />
        <SelectField
          name="status"
          label={m.attendance_status()}
          placeholder={m.attendance_all_statuses()}
          defaultValue={status}
          options={attendanceStatuses.map((value) => ({ value, label: statusWord(value) }))}
        />
        <SelectField
          name="month"
          label={m.attendance_month()}
          placeholder={m.attendance_all_months()}
          defaultValue={month}
          options={months}
        />
        {sessions.length > 1 ? (
          <SelectField
            name="session"
            label={m.attendance_session()}
            placeholder={null}
            defaultValue={session}
            options={sessions}
          />
        ) : null}
      </FilterBar>
      <div className="cols">
        <StatCard
          label={m.attendance_percentage()}
          value={statistics.percentage === null ? '–' : `${statistics.percentage}%`}
          note={m.attendance_how_counted()}
        />
        <StatCard
          label={m.attendance_total()}
          value={String(statistics.totalDays)}
          note={
            statistics.halfDays + statistics.leaveDays > 0
              ? m.attendance_other_days({ half: statistics.halfDays, leave: statistics.leaveDays })
              : undefined
          }
        />
        <StatCard label={m.attendance_present_days()} value={String(statistics.presentDays)} />
        <StatCard label={m.attendance_absent_days()} value={String(statistics.absentDays)} />
        <StatCard label={m.attendance_late_days()} value={String(statistics.lateDays)} />
      </div>
      {records.length === 0 ? (
        <EmptyState
          icon="attendance"
          title={m.attendance_none()}
          text={isNarrowed ? m.attendance_none_found() : m.attendance_none_text()}
        />
      ) : (
        <DataTable caption={m.attendance_records()} columns={columns()} rows={records} rowKey={(row) => row.day} />
      )}
      <Pager
        page={page}
        pages={pages}
        hrefFor={(number) => listHref(paths.student.attendance, { search, status, month, session, page: number })}
      />
    </>
  )
}

export const ErrorBoundary = loadTrouble(
  paths.student.attendance,
  m.attendance_title,
  m.attendance_failed,
  m.attendance_try_again,
)
