import { useLoaderData } from '@remix-run/react'
import { ChooseApplicant } from '~/components/school/choose-payer'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { FormPage } from '~/kit/pages/form-page'
import { todayInIndia } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { enterApplication } from '~/models/money/hostels/apply/enter-application.server'
import { enteredForm } from '~/models/money/hostels/apply/entered-fields'
import { listRoomsToGive } from '~/models/money/hostels/apply/other-room.server'
import { suggestGuardian } from '~/models/money/hostels/apply/suggest-guardian.server'
import { roomTypeWords } from '~/models/money/hostels/room-fields'
import { applicantOf, searchedApplicants } from '../__applicant.server'
import { decisionRefusals } from './__words'

const title = 'Enter an application'

export const handle = pageTitle(() => title, { hasForm: true })

const rupees = (paise: number) => formatPaise(paise, { style: 'short' })

async function roomsFor(scope: SchoolScope, studentGender: string) {
  const rooms = await listRoomsToGive(scope, { studentGender, hostelId: 0, withFull: true })
  return rooms.map((room) => {
    const free = room.freeBeds > 0 ? `${room.freeBeds} free` : 'full'
    const costs = `${rupees(room.rentPaise)} a month, deposit ${rupees(room.depositPaise)}`
    const label = `${room.hostelName} · ${room.roomNumber} · ${roomTypeWords[room.roomType]} · ${free} · ${costs}`
    return { value: room.publicId, label }
  })
}

const page = creating({
  may: 'hostel-applications:decide',
  form: enteredForm,
  within: applicantOf,
  more: async ({ student }, scope, _staff, query) => {
    if (student) return { name: student.name, rooms: await roomsFor(scope, student.gender), search: '', payers: [] }
    return { name: null, rooms: [], ...(await searchedApplicants(scope, query)) }
  },
  start: async (scope, _query, _staff, { student }) => {
    if (!student) return {}
    const guardian = await suggestGuardian({ ...scope, studentId: student.id })
    return {
      checkInDate: todayInIndia(new Date()),
      guardianName: guardian.guardian_name,
      guardianPhone: guardian.guardian_phone,
      guardianAddress: guardian.guardian_address,
      emergencyContact: guardian.emergency_contact,
    }
  },
  create: async (scope, formKey, values, _at, _staff, { student }) =>
    student ? enterApplication(scope, formKey, student.id, values) : refused('not-found'),
  refusals: {
    'no-session': 'The student does not study in the current session.',
    'room-gone': { room: decisionRefusals['room-gone'] },
    'room-full': { room: 'This room has no free bed. Tick the box below to put the student on its waiting list.' },
    'bed-free': { room: 'This room now has a free bed. Send the form again.' },
    'not-for-you': { room: decisionRefusals['wrong-gender'] },
    'period-not-offered': { semester: 'The school does not offer this period' },
    'applied-already': { semester: 'The student already has an application for this period' },
    'check-in-past': { checkInDate: 'The check-in date is in the past' },
    'check-in-outside-year': { checkInDate: 'Students cannot apply for the academic year of this date' },
    'check-out-before': { checkOutDate: 'The check-out date must be after the check-in date' },
    'price-changed': 'The price has changed in the meantime. Send the form again.',
    stale: 'This form has already been sent. Open it again.',
  },
  created: schoolPaths.hostelApplication,
  message: 'The student is informed by notice and mail.',
})
export const loader = page.loader
export const action = page.action

export default function EnterApplicationPage() {
  const { more } = useLoaderData<typeof loader>()
  if (more.name === null) {
    const { search, payers } = more
    return <ChooseApplicant title={title} path={schoolPaths.newHostelApplication} search={search} payers={payers} />
  }
  return (
    <FormPage<typeof loader>
      form={enteredForm}
      title={title}
      context={more.name}
      known={{ room: { options: more.rooms } }}
      submit="Enter the application"
      cancelHref={schoolPaths.hostelApplications}
    />
  )
}
