import { Card, DefinitionList } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import type { OfficeHostelApplication } from '~/models/hostels/applications.server'
import { genderWords } from '~/models/hostels/hostel-fields'
import { periodWord } from '~/models/hostels/office-words'
import { roomStatusWords, roomTypeWords } from '~/models/hostels/room-fields'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

type Shown = Omit<OfficeHostelApplication, 'id' | 'studentId'>

/** Who applied, for what, with which guardian, and what it costs. */
export function ApplicationCards({ application, seesStudent }: { application: Shown; seesStudent: boolean }) {
  return (
    <>
      <Card title="Student">
        <DefinitionList
          items={[
            {
              label: 'Name',
              value: seesStudent ? (
                <a href={schoolPaths.student(application.studentPublicId)}>{application.studentName}</a>
              ) : (
                application.studentName
              ),
            },
            { label: 'Class', value: application.classSection },
            { label: 'Enrollment number', value: application.enrollmentNumber },
            { label: 'Gender', value: application.studentGender },
            { label: 'Special requirements', value: application.specialRequirements },
          ]}
        />
      </Card>
      <Card title="Room">
        <DefinitionList
          items={[
            {
              label: 'Hostel',
              value: <a href={schoolPaths.hostel(application.hostelPublicId)}>{application.hostelName}</a>,
            },
            { label: 'For', value: genderWords[application.genderType] },
            { label: 'Room', value: `${application.roomNumber}, ${roomTypeWords[application.roomType]}` },
            { label: 'Free beds', value: freeBedWords(application) },
            { label: 'Period', value: `${application.academicYear}, ${periodWord(application.semester)}` },
            { label: 'Check-in asked for', value: formatDay(application.checkInDate, 'en') },
            {
              label: 'Check-out asked for',
              value: application.checkOutDate && formatDay(application.checkOutDate, 'en'),
            },
            { label: 'Moved in', value: application.checkedInOn && formatDay(application.checkedInOn, 'en') },
            { label: 'Moved out', value: application.checkedOutOn && formatDay(application.checkedOutOn, 'en') },
          ]}
        />
      </Card>
      <Card title="Guardian">
        <DefinitionList
          items={[
            { label: 'Name', value: application.guardianName },
            { label: 'Phone', value: application.guardianPhone },
            { label: 'E-mail', value: application.guardianEmail },
            { label: 'Address', value: application.guardianAddress },
            { label: 'Emergency contact', value: application.emergencyContact },
          ]}
        />
      </Card>
      <Card title="Cost">
        <DefinitionList
          items={[
            { label: 'Monthly rent', value: exact(application.rentPaise) },
            { label: 'Monthly mess charges', value: application.mealPaise > 0 ? exact(application.mealPaise) : 'None' },
            { label: 'Deposit', value: exact(application.depositPaise) },
            { label: 'Processing fee', value: exact(application.feePaise) },
            {
              label: 'First payment',
              value: exact(
                application.rentPaise + application.mealPaise + application.depositPaise + application.feePaise,
              ),
            },
            { label: 'Months are counted from', value: application.startsOn && formatDay(application.startsOn, 'en') },
          ]}
        />
      </Card>
    </>
  )
}

/** `1 of 2`, and why none can be given. */
export function freeBedWords(room: Pick<Shown, 'capacity' | 'occupiedCount' | 'roomStatus'>): string {
  const free = `${room.capacity - room.occupiedCount} of ${room.capacity}`
  return room.roomStatus === 'available'
    ? free
    : `${free}; the room is ${roomStatusWords[room.roomStatus].toLowerCase()}`
}

function exact(paise: number): string {
  return formatPaise(paise, { style: 'exact' })
}
