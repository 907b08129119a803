import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { OfficeList } from '~/components/school/office-list'
import { Badge, ButtonLink, Card, type Column, DefinitionList, PageHead } from '~/components/ui'
import { listViewOf } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { hostels } from '~/models/hostels/hostels.server'
import { bedFilters, bedSorts, countBeds, listBeds } from '~/models/hostels/occupancy.server'
import { bedChoices, bedStateTones, bedStateWords, lateWord } from '~/models/hostels/office-words'
import { roomTypeWords } from '~/models/hostels/room-fields'
import { formatDay, formatInstant } from '~/models/shared/calendar'
import { openThing } from '~/office/form.server'

export const handle = pageTitle(() => 'Occupancy')

export async function loader(args: LoaderFunctionArgs) {
  const { scope, thing: hostel } = await openThing(args, { may: 'hostels:view', find: hostels.find })
  const view = listViewOf(args.request, { sorts: bedSorts, filters: bedFilters })
  const [counted, list] = await Promise.all([countBeds(scope, hostel), listBeds(scope, hostel, view)])
  const day = (date: string | null) => date && formatDay(date, 'en')
  const { publicId, name, rooms, beds, taken, free } = hostel
  return {
    hostel: { publicId, name, rooms, beds, taken, free },
    counted,
    view,
    list: {
      ...list,
      rows: list.rows.map((row) => ({
        ...row,
        since: day(row.since),
        until: day(row.until),
        offeredUntil: row.offeredUntil && formatInstant(row.offeredUntil, 'en'),
      })),
    },
  }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    label: 'Room',
    role: 'title',
    sort: 'room',
    cell: (row) => (
      <>
        Room {row.roomNumber} <span className="small soft">{roomTypeWords[row.roomType]}</span>
      </>
    ),
  },
  {
    label: 'Bed',
    cell: (row) => (
      <>
        <Badge tone={bedStateTones[row.state]}>
          {row.beds > 1 ? `${row.beds} beds: ${bedStateWords[row.state].toLowerCase()}` : bedStateWords[row.state]}
        </Badge>
        {row.isLate ? (
          <>
            {' '}
            <Badge tone="bad">{lateWord}</Badge>
          </>
        ) : null}
      </>
    ),
  },
  {
    label: 'Student',
    sort: 'student',
    cell: (row) =>
      row.applicationId ? (
        <>
          <a href={schoolPaths.hostelApplication(row.applicationId)}>{row.studentName}</a>
          <br />
          <span className="small soft">{row.enrollmentNumber}</span>
        </>
      ) : (
        '–'
      ),
  },
  { label: 'From', align: 'nowrap', sort: 'since', cell: (row) => row.since ?? '–' },
  { label: 'Until', align: 'nowrap', sort: 'until', cell: (row) => row.offeredUntil ?? row.until ?? '–' },
]

export default function OccupancyPage() {
  const { hostel, counted, view, list } = useLoaderData<typeof loader>()
  const path = schoolPaths.hostelOccupancy(hostel.publicId)
  return (
    <>
      <PageHead
        title={`Occupancy of ${hostel.name}`}
        action={
          <ButtonLink href={schoolPaths.hostel(hostel.publicId)} variant="secondary">
            To the hostel
          </ButtonLink>
        }
      />
      <Card title="Beds">
        <DefinitionList
          items={[
            { label: 'Total', value: `${hostel.beds} in ${hostel.rooms} ${hostel.rooms === 1 ? 'room' : 'rooms'}` },
            { label: 'Occupied', value: counted.in },
            { label: 'Expected to move in', value: counted.expected },
            { label: 'Held for an offer', value: counted.offered },
            { label: 'Can be allotted', value: hostel.free },
            { label: 'Not offered', value: hostel.beds - hostel.taken - hostel.free },
            { label: lateWord, value: counted.late },
          ]}
        />
      </Card>
      <OfficeList
        path={path}
        filePath={schoolPaths.hostelOccupancyFile(hostel.publicId)}
        view={view}
        list={list}
        noun="row"
        caption="Beds of the hostel"
        columns={columns}
        rowKey={(row) => row.applicationId ?? row.roomId}
        search={{ label: 'Search', placeholder: 'Room, student or enrollment number' }}
        filters={
          <SelectField
            name="state"
            label="Beds"
            placeholder="All"
            defaultValue={view.filters.state}
            options={bedChoices}
          />
        }
        empty={{ icon: 'hostel', title: 'No room yet', text: 'Once the hostel has rooms, its beds are listed here.' }}
      />
    </>
  )
}
