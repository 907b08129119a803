import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { WaitingRequests } from '~/components/decisions/waiting-requests'
import { PlainText } from '~/components/notices/plain-text'
import { Badge, ButtonLink, Card, type Column, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { paths } from '~/http/paths'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { formatPaise } from '~/models/core/shared/money'
import { genderWords, hostelTypeWords } from '~/models/money/hostels/hostel-fields'
import { hostels } from '~/models/money/hostels/hostels.server'
import { floorWord, roomStatusTones } from '~/models/money/hostels/office-words'
import { facilityWords, roomStatusWords, roomTypeWords } from '~/models/money/hostels/room-fields'
import { listRooms } from '~/models/money/hostels/rooms.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { PictureCard } from '../__picture-page'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ hostel }) => hostel.name)

export async function loader(args: LoaderFunctionArgs) {
  const { staff, scope, thing } = await openThing(args, { may: 'hostels:view', find: hostels.find })
  const { id, requests, ...hostel } = thing
  return { hostel, rooms: await listRooms(scope, { id }), requests, mayEdit: mayStaff(staff.role, 'hostels:edit') }
}

type Room = Shown['rooms'][number]

/** Columns of the rooms; a user who may edit gets links to the forms of the room and its picture. */
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
  const { hostel, rooms, requests, mayEdit } = useLoaderData<typeof loader>()
  const id = hostel.publicId
  const rupees = (paise: number) => (paise === 0 ? 'None' : formatPaise(paise, { style: 'short' }))
  const change = (href: string, words: string) =>
    mayEdit ? (
      <a className="alone" href={href}>
        {words}
      </a>
    ) : undefined
  return (
    <>
      <PageHead
        title={hostel.name}
        context={
          <>
            <Badge tone={hostel.isActive ? 'good' : 'neutral'}>
              {hostel.isActive ? 'Open for applications' : 'Not open for applications'}
            </Badge>{' '}
            <a className="alone" href={schoolPaths.hostelDues(id)}>
              Dues and payments
            </a>
          </>
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
        <WaitingRequests requests={requests} />
        <Card title="Hostel" aside={change(schoolPaths.editHostel(id), 'Edit hostel')}>
          <DefinitionList
            items={[
              { label: 'For', value: genderWords[hostel.genderType] },
              { label: 'Type', value: hostelTypeWords[hostel.hostelType] },
              { label: 'Warden', value: hostel.wardenName },
              { label: 'Contact number', value: hostel.contactNumber },
              { label: 'Warden’s e-mail', value: hostel.wardenEmail },
              { label: 'Security deposit', value: rupees(hostel.securityDepositPaise) },
              { label: 'Monthly mess charges', value: mealWords(hostel, rupees(hostel.mealPlanFeePaise)) },
              { label: 'Address', value: <PlainText text={hostel.address} /> },
            ]}
          />
        </Card>
        <Card title="Bank details">
          {hostel.bankAccountNumber ? (
            <DefinitionList
              items={[
                { label: 'Bank', value: hostel.bankName },
                { label: 'Account number', value: hostel.bankAccountNumber },
                { label: 'IFSC', value: hostel.bankIfscCode },
              ]}
            />
          ) : (
            <p>None yet. Students who pay by bank transfer need them.</p>
          )}
        </Card>
        <PictureCard
          name={hostel.name}
          of={hostel}
          aside={change(schoolPaths.hostelPicture(id), hostel.pictureKey ? 'Change picture' : 'Add picture')}
        />
        <Card title="Rooms" aside={rooms.length > 0 ? change(schoolPaths.newRoom(id), 'Add room') : undefined}>
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

function mealWords({ mealPlanIncluded, mealPlanFeePaise }: Shown['hostel'], fee: string): string {
  if (mealPlanFeePaise === 0) return mealPlanIncluded ? 'Included, without charge' : fee
  return `${fee}, ${mealPlanIncluded ? 'for all students' : 'for students who ask for meals'}`
}
