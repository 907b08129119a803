import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { HostelFacts } from '~/components/hostel-office/hostel-facts'
import {
  facilityWords,
  floorWord,
  roomStatusTones,
  roomStatusWords,
  roomTypeWords,
} from '~/components/hostel-office/words'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { type Column, DataTable } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { mayStaff } from '~/models/accounts/permissions'
import { findHostel, listRooms } from '~/models/hostels/office-hostels.server'
import { formatPaise } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ hostel }) => hostel.name)

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'hostels:view')
  const { id, ...hostel } = foundOr404(isPublicId(params.id) ? await findHostel(scope, params.id) : null)
  return { hostel, rooms: await listRooms(scope, { id }), mayEdit: mayStaff(role, 'hostels:edit') }
}

type Room = Shown['rooms'][number]

const columns: Column<Room>[] = [
  { key: 'number', label: 'Room', role: 'title', cell: (room) => `Room ${room.roomNumber}` },
  {
    key: 'picture',
    label: 'Picture',
    cell: (room) =>
      room.thumbnailKey ? (
        <img src={paths.file(room.thumbnailKey)} alt={`Room ${room.roomNumber}`} height="48" loading="lazy" />
      ) : (
        '–'
      ),
  },
  {
    key: 'type',
    label: 'Type',
    cell: (room) => (
      <>
        {roomTypeWords[room.roomType]}
        <br />
        <span className="small soft">{floorWord(room.floorNumber)}</span>
      </>
    ),
  },
  { key: 'beds', label: 'Beds', align: 'end', cell: (room) => room.capacity },
  { key: 'taken', label: 'Taken', align: 'end', cell: (room) => room.occupiedCount },
  {
    key: 'rent',
    label: 'Rent of a month',
    align: 'end',
    cell: (room) => formatPaise(room.monthlyRentPaise, { style: 'short' }),
  },
  {
    key: 'facilities',
    label: 'Facilities',
    cell: (room) => room.facilities.map((facility) => facilityWords[facility]).join(', ') || '–',
  },
  {
    key: 'status',
    label: 'Status',
    cell: (room) => <Badge tone={roomStatusTones[room.status]}>{roomStatusWords[room.status]}</Badge>,
  },
]

/** What the office does with a room: links in one cell, each naming its room. */
function actionsOf(hostelId: string): Column<Room> {
  return {
    key: 'actions',
    label: 'Actions',
    role: 'actions',
    cell: (room) => {
      const of = ` room ${room.roomNumber}`
      return (
        <>
          <a className="alone" href={paths.school.editRoom(hostelId, room.publicId)} aria-label={`Edit${of}`}>
            Edit
          </a>{' '}
          <a className="alone" href={paths.school.roomPicture(hostelId, room.publicId)} aria-label={`Picture of${of}`}>
            Picture
          </a>{' '}
          <a className="alone" href={paths.school.deleteRoom(hostelId, room.publicId)} aria-label={`Delete${of}`}>
            Delete
          </a>
        </>
      )
    },
  }
}

export default function HostelPage() {
  const { hostel, rooms, mayEdit } = useLoaderData<typeof loader>()
  const id = hostel.publicId
  return (
    <>
      <PageHead
        title={hostel.name}
        context={
          <Badge tone={hostel.isActive ? 'good' : 'neutral'}>
            {hostel.isActive ? 'Offered to students' : 'Not offered'}
          </Badge>
        }
        action={
          <ButtonLink href={paths.school.hostelOccupancy(id)} variant="next">
            Who lies where
          </ButtonLink>
        }
      />
      <div className="stack">
        <HostelFacts hostel={hostel} mayEdit={mayEdit} />
        <Card
          title="Rooms"
          aside={
            mayEdit ? (
              <a className="alone" href={paths.school.newRoom(id)}>
                Add room
              </a>
            ) : undefined
          }
        >
          <p className="soft">{`${hostel.taken} of ${hostel.beds} beds are taken or held; ${hostel.free} can be given away.`}</p>
          {rooms.length > 0 ? (
            <DataTable
              caption="Rooms of the hostel"
              rows={rooms}
              rowKey={(room) => room.publicId}
              columns={mayEdit ? [...columns, actionsOf(id)] : columns}
            />
          ) : (
            <p>None yet. Students can apply once it has a room.</p>
          )}
        </Card>
        {mayEdit ? (
          <p className="actions">
            <ButtonLink href={paths.school.deleteHostel(id)} variant="secondary">
              Delete hostel
            </ButtonLink>
          </p>
        ) : null}
      </div>
    </>
  )
}
