import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge, Card, DefinitionList, LinkParagraph } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import type { List } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { ListPage } from '~/kit/pages/list-page'
import { formatDay, formatInstant } from '~/models/core/shared/calendar'
import { hostels } from '~/models/money/hostels/hostels.server'
import { bedChoices, bedStateTones, bedStateWords, lateWord } from '~/models/money/hostels/office-words'
import { roomTypeWords } from '~/models/money/hostels/room-fields'
import { countBeds, listBeds } from '~/models/money/hostels/stay/occupancy.server'

export const handle = pageTitle(() => 'Occupancy')

type View = Parameters<typeof listBeds>[2]
type Row = Awaited<ReturnType<typeof listBeds>>['rows'][number]

const day = (date: string | null) => date && formatDay(date, 'en')

export const listOf = (publicId: string): List<Row, View['sort'], 'state'> => ({
  path: schoolPaths.hostelOccupancy(publicId),
  file: { path: schoolPaths.hostelOccupancyFile(publicId), name: 'occupancy.csv' },
  noun: 'row',
  may: 'hostels:view',
  search: { label: 'Search', placeholder: 'Room, student or enrollment number' },
  filters: { state: { label: 'Beds', any: 'All', options: bedChoices } },
  columns: [
    {
      label: 'Room',
      role: 'title',
      sort: 'room',
      value: 'roomNumber',
      cell: (row) => (
        <>
          Room {row.roomNumber} <span className="small soft">{roomTypeWords[row.roomType]}</span>
        </>
      ),
    },
    { label: 'Type', value: (row) => roomTypeWords[row.roomType], only: 'file' },
    {
      label: 'Bed',
      value: (row) => bedStateWords[row.state],
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
    { label: 'Beds', value: 'beds', only: 'file' },
    {
      label: 'Student',
      sort: 'student',
      value: 'studentName',
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
    { label: 'Enrollment number', value: 'enrollmentNumber', only: 'file' },
    { label: 'From', align: 'nowrap', sort: 'since', value: 'since', cell: (row) => day(row.since) ?? '–' },
    {
      label: 'Until',
      align: 'nowrap',
      sort: 'until',
      value: 'until',
      cell: (row) => offeredUntil(row) ?? day(row.until) ?? '–',
    },
    { label: 'Offered until', value: offeredUntil, only: 'file' },
    { label: lateWord, value: (row) => (row.isLate ? 'Yes' : ''), only: 'file' },
  ],
})

function offeredUntil({ offeredUntil }: Row): string | null {
  return offeredUntil && formatInstant(offeredUntil, 'en')
}

export async function loader(args: LoaderFunctionArgs) {
  const { scope, thing } = await openThing(args, { may: 'hostels:view', find: hostels.find })
  const { publicId, name, rooms, beds, taken, free } = thing
  const hostel = { publicId, name, rooms, beds, taken, free }
  const more = async () => ({ hostel, counted: await countBeds(scope, thing) })
  return listLoader(listOf(publicId), (_, view) => listBeds(scope, thing, view), more)(args)
}

export default function OccupancyPage() {
  const { hostel, counted } = useLoaderData<typeof loader>().more
  return (
    <ListPage
      list={listOf(hostel.publicId)}
      title={`Occupancy of ${hostel.name}`}
      caption="Beds of the hostel"
      icon="hostel"
      empty={{ title: 'No rooms yet', text: 'Once the hostel has rooms, its beds are listed here.' }}
      rowKey={(row) => row.applicationId ?? row.roomId}
      above={
        <>
          <LinkParagraph href={schoolPaths.hostel(hostel.publicId)} label="Back to the hostel" />
          <Card title="Beds">
            <DefinitionList
              items={[
                { label: 'Total', value: `${hostel.beds} in ${hostel.rooms} ${hostel.rooms === 1 ? 'room' : 'rooms'}` },
                { label: 'Occupied', value: counted.in },
                { label: 'Expected to move in', value: counted.expected },
                { label: 'Held for an applicant', value: counted.offered },
                { label: 'Can be allotted', value: hostel.free },
                { label: 'Not offered', value: hostel.beds - hostel.taken - hostel.free },
                { label: lateWord, value: counted.late },
              ]}
            />
          </Card>
        </>
      }
    />
  )
}
