import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { OfficeList } from '~/components/school/office-list'
import { Badge } from '~/components/ui/badge'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { idsOf, teacherSections } from '~/http/teacher-sections.server'
import { classSection } from '~/models/academics/rules'
import { leaveSorts, listLeave } from '~/models/attendance/leave-queries.server'
import { leaveStates } from '~/models/attendance/options'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { fullName } from '~/models/students/rules'
import { AttendanceTabs } from './__attendance-tabs'
import { leaveStateNames, spanWords } from './__attendance-words'

export const handle = pageTitle(() => 'Leave applications')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'leave:decide')
  const view = listViewOf(request, { sorts: leaveSorts, filters: { state: leaveStates } })
  const list = await listLeave(staff.scope, {
    ...view,
    state: view.filters.state,
    ownSectionIds: idsOf(await teacherSections(staff)),
  })
  return {
    view,
    list: {
      ...list,
      rows: list.rows.map((row) => ({
        publicId: row.publicId,
        name: fullName(row),
        place: classSection(row.className, row.sectionName),
        days: spanWords(row.startsOn, row.endsOn),
        reason: row.reason,
        state: row.state,
        askedOn: todayInIndia(row.askedAt),
      })),
    },
  }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  { key: 'from', label: 'Leave', align: 'nowrap', sort: 'from', newestFirst: true, cell: (row) => row.days },
  {
    key: 'student',
    label: 'Student',
    role: 'title',
    sort: 'student',
    cell: (row) => <a href={schoolPaths.leaveApplication(row.publicId)}>{row.name}</a>,
  },
  { key: 'place', label: 'Section', align: 'nowrap', cell: (row) => row.place },
  { key: 'reason', label: 'Reason', cell: (row) => row.reason },
  {
    key: 'asked',
    label: 'Applied on',
    align: 'nowrap',
    sort: 'asked',
    newestFirst: true,
    cell: (row) => formatDay(row.askedOn, 'en'),
  },
  {
    key: 'state',
    label: 'Status',
    cell: (row) => <Badge tone={leaveStateNames[row.state].tone}>{leaveStateNames[row.state].word}</Badge>,
  },
]

export default function LeaveApplicationsPage() {
  const { view, list } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Leave applications" context="Approved leave is pre-selected when attendance is marked." />
      <AttendanceTabs current="Leave" />
      <OfficeList
        path={schoolPaths.leaveApplications}
        filePath={schoolPaths.leaveApplicationsFile}
        view={view}
        list={list}
        noun="application"
        caption="Leave applications"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search applications', placeholder: 'Name, section or reason' }}
        filters={
          <SelectField
            name="state"
            label="Status"
            placeholder="Any status"
            defaultValue={view.filters.state}
            options={leaveStates.map((state) => ({ value: state, label: leaveStateNames[state].word }))}
          />
        }
        empty={{
          icon: 'calendar',
          title: 'No leave application yet',
          text: 'Students and their families apply for leave on their attendance page; their applications appear here for your answer.',
        }}
      />
    </>
  )
}
