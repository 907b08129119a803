import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge, ButtonLink, Card, type Column, DataTable, PageHead } from '~/components/ui'
import { paths } from '~/http/paths'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { hostels } from '~/models/hostels/hostels.server'
import { floorWord, roomStatusTones } from '~/models/hostels/office-words'
import { facilityWords, roomStatusWords, roomTypeWords } from '~/models/hostels/room-fields'
import { listRooms } from '~/models/hostels/rooms.server'
import { formatPaise } from '~/models/shared/money'
import { isPublicId } from '~/models/shared/public-id.server'
import { HostelFacts } from './__hostel-facts'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ hostel }) => hostel.name)

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'hostels:view')
  const { id, ...hostel } = foundOr404(isPublicId(params.id) ? await hostels.find(scope, params.id) : null)
  return { hostel, rooms: await listRooms(scope, { id }), mayEdit: mayStaff(role, 'hostels:edit') }
}

type Room = Shown['rooms'][number]

/** The columns of the table; who may edit gets from a room to its form, and from its picture to another. */
function columnsFor(hostelId: string, mayEdit: boolean): Column<Room>[] {
  return [
    {
      label: 'Room',
      role: 'title',
      cell: (room) => {
        const name = `Room ${room.roomNumber}`
        return mayEdit ? <a href={schoolPaths.editRoom(hostelId, room.publicId)}>{name}</a> : name
      },
    },
    {
      label: 'Picture',
      cell: (room) => {
        const picture = room.thumbnailKey ? (
          <img src={paths.file(room.thumbnailKey)} alt={`Room ${room.roomNumber}`} height="48" loading="lazy" />
        ) : null
        if (!mayEdit) return picture ?? '–'
        return (
          <a
            className="alone"
            href={schoolPaths.roomPicture(hostelId, room.publicId)}
            aria-label={`${picture ? 'Change' : 'Add'} the picture of room ${room.roomNumber}`}
          >
            {picture ?? 'Add'}
          </a>
        )
      },
    },
    { label: 'Type', cell: (room) => roomTypeWords[room.roomType] },
    { label: 'Floor', align: 'nowrap', cell: (room) => floorWord(room.floorNumber) },
    { label: 'Beds', align: 'end', cell: (room) => room.capacity },
    { label: 'Taken', align: 'end', cell: (room) => room.occupiedCount },
    { label: 'Rent', align: 'end', cell: (room) => formatPaise(room.monthlyRentPaise, { style: 'short' }) },
    {
      label: 'Facilities',
      cell: (room) => room.facilities.map((facility) => facilityWords[facility]).join(', ') || '–',
    },
    {
      label: 'Status',
      cell: (room) => <Badge tone={roomStatusTones[room.status]}>{roomStatusWords[room.status]}</Badge>,
    },
  ]
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
            {hostel.isActive ? 'Open for applications' : 'Not open for applications'}
          </Badge>
        }
        action={
          mayEdit && rooms.length === 0 ? (
            <ButtonLink href={schoolPaths.newRoom(id)} variant="next">
              Add room
            </ButtonLink>
          ) : (
            <ButtonLink href={schoolPaths.hostelOccupancy(id)} variant="secondary">
              Occupancy
            </ButtonLink>
          )
        }
      />
      <div className="stack">
        <HostelFacts hostel={hostel} mayEdit={mayEdit} />
        <Card
          title="Rooms"
          aside={
            mayEdit && rooms.length > 0 ? (
              <a className="alone" href={schoolPaths.newRoom(id)}>
                Add room
              </a>
            ) : undefined
          }
        >
          <p className="soft">{`${hostel.taken} of ${hostel.beds} beds are taken or held; ${hostel.free} can be allotted.`}</p>
          {rooms.length > 0 ? (
            <DataTable
              caption="Rooms of the hostel"
              rows={rooms}
              rowKey={(room) => room.publicId}
              columns={columnsFor(id, mayEdit)}
            />
          ) : (
            <p>None yet. Students can apply once it has a room.</p>
          )}
        </Card>
        {mayEdit ? (
          <p className="actions">
            <ButtonLink href={schoolPaths.deleteHostel(id)} variant="secondary">
              Delete hostel
            </ButtonLink>
          </p>
        ) : null}
      </div>
    </>
  )
}
