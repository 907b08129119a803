import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OfficeList } from '~/components/school/office-list'
import { Badge } from '~/components/ui/badge'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { yearStartsMonth } from '~/models/academics/queries.server'
import {
  applicationFilters,
  applicationSorts,
  listApplications,
  listHostelNames,
  officeYears,
} from '~/models/hostels/office-applications.server'
import { periodWord } from '~/models/hostels/office-words'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { ApplicationFilters } from './__application-filters'
import { placeMoneyNames, refundOpen, standingNames } from './__words'

export const handle = pageTitle(() => 'Hostel applications')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'hostel-applications:view')
  const [today, startsMonth] = [todayInIndia(new Date()), await yearStartsMonth(scope)]
  const view = listViewOf(request, { sorts: applicationSorts, filters: applicationFilters(today, startsMonth) })
  const [list, hostels] = await Promise.all([listApplications(scope, view), listHostelNames(scope)])
  return { view, list, hostels, years: officeYears(today, startsMonth) }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'date',
    label: 'Applied',
    align: 'nowrap',
    sort: 'date',
    newestFirst: true,
    cell: (row) => formatDay(todayInIndia(row.appliedAt), 'en'),
  },
  {
    key: 'student',
    label: 'Student',
    role: 'title',
    sort: 'student',
    cell: (row) => (
      <>
        <a href={schoolPaths.hostelApplication(row.publicId)}>{row.studentName}</a>{' '}
        <span className="soft small">{row.place}</span>
      </>
    ),
  },
  { key: 'room', label: 'Hostel and room', sort: 'room', cell: (row) => `${row.hostelName}, ${row.roomNumber}` },
  {
    key: 'check-in',
    label: 'Check-in',
    sort: 'check-in',
    cell: (row) => (
      <>
        <span className="nowrap">{formatDay(row.checkInDate, 'en')}</span>{' '}
        <span className="soft small">{`${row.academicYear}, ${periodWord(row.semester)}`}</span>
      </>
    ),
  },
  {
    key: 'status',
    label: 'Status and payment',
    cell: (row) => (
      <>
        <Badge tone={standingNames[row.standing].tone}>{standingNames[row.standing].word}</Badge>
        {row.refundState === 'open' ? (
          <>
            {' '}
            <Badge tone="warn">{refundOpen}</Badge>
          </>
        ) : null}{' '}
        <span className="soft small nowrap">{placeMoneyNames[row.money]}</span>
      </>
    ),
  },
]

export default function HostelApplicationsPage() {
  const { view, list, hostels, years } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Hostel applications"
        context="Students who want a place in a hostel, who live there and who have left."
      />
      <OfficeList
        path={schoolPaths.hostelApplications}
        filePath={schoolPaths.hostelApplicationsFile}
        view={view}
        list={list}
        noun="application"
        caption="Hostel applications"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Student, enrollment number or room' }}
        filters={<ApplicationFilters chosen={view.filters} hostels={hostels} years={years} />}
        empty={{
          icon: 'hostel',
          title: 'No hostel application yet',
          text: 'Students’ applications for a place in a hostel will be listed here, to be approved or put on the waiting list.',
        }}
      />
    </>
  )
}
