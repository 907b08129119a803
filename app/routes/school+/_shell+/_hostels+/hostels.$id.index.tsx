import { WaitingRequests } from '~/components/decisions/waiting-requests'
import { PlainText } from '~/components/notices/plain-text'
import { Badge, LoneLink } from '~/components/ui'
import { paths } from '~/http/paths'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showLoader } from '~/kit/pages/show.server'
import { aloneOf, type ShownColumn, shownTable, showPage } from '~/kit/pages/show-page'
import { formatPaise } from '~/models/core/shared/money'
import { genderWords, hostelTypeWords } from '~/models/money/hostels/hostel-fields'
import { hostels } from '~/models/money/hostels/hostels.server'
import { floorWord, roomStatusTones } from '~/models/money/hostels/office-words'
import { facilityWords, roomStatusWords, roomTypeWords } from '~/models/money/hostels/room-fields'
import { listRooms } from '~/models/money/hostels/rooms.server'
import { PictureCard } from '../__picture-page'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ hostel }) => hostel.name)

export const loader = showLoader({ may: 'hostels:view', find: hostels.find }, async (thing, { scope, may }) => {
  const { id, requests, ...hostel } = thing
  return { hostel, rooms: await listRooms(scope, { id }), requests, mayEdit: may('hostels:edit') }
})

type Room = Shown['rooms'][number]

/** Columns of the rooms; a user who may edit gets links to the forms of the room and its picture. */
function columnsFor(hostelId: string, mayEdit: boolean): ShownColumn<Room>[] {
  return [
    {
      label: 'Room',
      role: 'title',
      value: (room) => `Room ${room.roomNumber}`,
      href: (room) => (mayEdit ? schoolPaths.editRoom(hostelId, room.publicId) : null),
    },
    {
      label: 'Picture',
      cell: (room) => {
        const picture = room.thumbnailKey ? (
          <img src={paths.file(room.thumbnailKey)} alt={`Room ${room.roomNumber}`} height="48" loading="lazy" />
        ) : null
        if (!mayEdit) return picture ?? '–'
        return (
          <LoneLink
            href={schoolPaths.roomPicture(hostelId, room.publicId)}
            aria-label={`${picture ? 'Change' : 'Add'} the picture of room ${room.roomNumber}`}
            label={picture ?? 'Add'}
          />
        )
      },
    },
    { label: 'Type', cell: (room) => roomTypeWords[room.roomType] },
    { label: 'Floor', align: 'nowrap', cell: (room) => floorWord(room.floorNumber) },
    { label: 'Beds', align: 'end', value: 'capacity' },
    { label: 'Taken', align: 'end', value: 'occupiedCount' },
    { label: 'Rent', align: 'end', cell: (room) => formatPaise(room.monthlyRentPaise, { style: 'short' }) },
    { label: 'Facilities', cell: (room) => room.facilities.map((one) => facilityWords[one]).join(', ') || '–' },
    { label: 'Status', value: (room) => roomStatusWords[room.status], tone: (room) => roomStatusTones[room.status] },
  ]
}

export default showPage<typeof loader>(({ hostel, rooms, requests, mayEdit }) => {
  const id = hostel.publicId
  const rupees = (paise: number) => (paise === 0 ? 'None' : formatPaise(paise, { style: 'short' }))
  const changePicture = {
    label: hostel.pictureKey ? 'Change picture' : 'Add picture',
    href: schoolPaths.hostelPicture(id),
  }
  return {
    title: hostel.name,
    context: (
      <>
        <Badge tone={hostel.isActive ? 'good' : 'neutral'}>
          {hostel.isActive ? 'Open for applications' : 'Not open for applications'}
        </Badge>{' '}
        {aloneOf({ label: 'Dues and payments', href: schoolPaths.hostelDues(id) })}
      </>
    ),
    action:
      mayEdit && rooms.length === 0
        ? { label: 'Add room', href: schoolPaths.newRoom(id), variant: 'next' }
        : { label: 'Occupancy', href: schoolPaths.hostelOccupancy(id), variant: 'secondary' },
    parts: [
      <WaitingRequests key="requests" requests={requests} />,
      {
        title: 'Hostel',
        aside: mayEdit && { label: 'Edit hostel', href: schoolPaths.editHostel(id) },
        facts: {
          For: genderWords[hostel.genderType],
          Type: hostelTypeWords[hostel.hostelType],
          Warden: hostel.wardenName,
          'Contact number': hostel.contactNumber,
          'Warden’s e-mail': hostel.wardenEmail,
          'Security deposit': rupees(hostel.securityDepositPaise),
          'Monthly mess charges': mealWords(hostel, rupees(hostel.mealPlanFeePaise)),
          Address: <PlainText text={hostel.address} />,
        },
      },
      hostel.bankAccountNumber
        ? {
            title: 'Bank details',
            facts: { Bank: hostel.bankName, 'Account number': hostel.bankAccountNumber, IFSC: hostel.bankIfscCode },
          }
        : { title: 'Bank details', intro: 'Not given. Students who pay by bank transfer need them.' },
      <PictureCard key="picture" name={hostel.name} of={hostel} aside={mayEdit ? aloneOf(changePicture) : undefined} />,
      {
        title: 'Rooms',
        aside: mayEdit && rooms.length > 0 && { label: 'Add room', href: schoolPaths.newRoom(id) },
        intro: (
          <p className="soft">{`${hostel.taken} of ${hostel.beds} beds are taken or held; ${hostel.free} can be allotted.`}</p>
        ),
        content: shownTable({
          caption: 'Rooms of the hostel',
          rows: rooms,
          columns: columnsFor(id, mayEdit),
          empty: 'No rooms yet. Students can apply once there is one.',
        }),
      },
    ],
    footer: mayEdit && [{ label: 'Delete hostel', href: schoolPaths.deleteHostel(id) }],
  }
})

function mealWords({ mealPlanIncluded, mealPlanFeePaise }: Shown['hostel'], fee: string): string {
  if (mealPlanFeePaise === 0) return mealPlanIncluded ? 'Included, without charge' : fee
  return `${fee}, ${mealPlanIncluded ? 'for all students' : 'for students who ask for meals'}`
}
