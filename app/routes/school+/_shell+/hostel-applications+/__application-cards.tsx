import { Card } from '~/components/ui/card'
import { DefinitionList } from '~/components/ui/definition-list'
import { schoolPaths } from '~/http/school-paths'
import { genderWords } from '~/models/hostels/hostel-fields'
import type { OfficeApplication } from '~/models/hostels/applications.server'
import { periodWord } from '~/models/hostels/office-words'
import { roomStatusWords, roomTypeWords } from '~/models/hostels/room-fields'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

type Place = Omit<OfficeApplication, 'id' | 'studentId'>

/** Who applied, for what, with which guardian, and what it costs. */
export function PlaceCards({ place, seesStudent }: { place: Place; seesStudent: boolean }) {
  return (
    <>
      <Card title="Student">
        <DefinitionList
          items={[
            {
              label: 'Name',
              value: seesStudent ? (
                <a href={schoolPaths.student(place.studentPublicId)}>{place.studentName}</a>
              ) : (
                place.studentName
              ),
            },
            { label: 'Class', value: place.place },
            { label: 'Enrollment number', value: place.enrollmentNumber },
            { label: 'Gender', value: place.studentGender },
            { label: 'Special requirements', value: place.specialRequirements },
          ]}
        />
      </Card>
      <Card title="Room">
        <DefinitionList
          items={[
            { label: 'Hostel', value: <a href={schoolPaths.hostel(place.hostelPublicId)}>{place.hostelName}</a> },
            { label: 'For', value: genderWords[place.genderType] },
            { label: 'Room', value: `${place.roomNumber}, ${roomTypeWords[place.roomType]}` },
            { label: 'Free beds', value: freeBedWords(place) },
            { label: 'Period', value: `${place.academicYear}, ${periodWord(place.semester)}` },
            { label: 'Check-in asked for', value: formatDay(place.checkInDate, 'en') },
            { label: 'Check-out asked for', value: place.checkOutDate && formatDay(place.checkOutDate, 'en') },
            { label: 'Moved in', value: place.checkedInOn && formatDay(place.checkedInOn, 'en') },
            { label: 'Moved out', value: place.checkedOutOn && formatDay(place.checkedOutOn, 'en') },
          ]}
        />
      </Card>
      <Card title="Guardian">
        <DefinitionList
          items={[
            { label: 'Name', value: place.guardianName },
            { label: 'Phone', value: place.guardianPhone },
            { label: 'E-mail', value: place.guardianEmail },
            { label: 'Address', value: place.guardianAddress },
            { label: 'Emergency contact', value: place.emergencyContact },
          ]}
        />
      </Card>
      <Card title="Cost">
        <DefinitionList
          items={[
            { label: 'Monthly rent', value: exact(place.rentPaise) },
            { label: 'Monthly mess charges', value: place.mealPaise > 0 ? exact(place.mealPaise) : 'None' },
            { label: 'Deposit', value: exact(place.depositPaise) },
            { label: 'Processing fee', value: exact(place.feePaise) },
            {
              label: 'First payment',
              value: exact(place.rentPaise + place.mealPaise + place.depositPaise + place.feePaise),
            },
            { label: 'Months are counted from', value: place.startsOn && formatDay(place.startsOn, 'en') },
          ]}
        />
      </Card>
    </>
  )
}

/** `1 of 2`, and why none can be given. */
export function freeBedWords(room: Pick<Place, 'capacity' | 'occupiedCount' | 'roomStatus'>): string {
  const free = `${room.capacity - room.occupiedCount} of ${room.capacity}`
  return room.roomStatus === 'available'
    ? free
    : `${free}; the room is ${roomStatusWords[room.roomStatus].toLowerCase()}`
}

function exact(paise: number): string {
  return formatPaise(paise, { style: 'exact' })
}
