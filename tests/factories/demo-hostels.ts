import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { approveApplication } from '~/models/money/hostels/decide/approve-application.server'
import { waitlistApplication } from '~/models/money/hostels/decide/waitlist-application.server'
import { chargesOf } from '~/models/money/hostels/stay/charges.server'
import { checkIn } from '~/models/money/hostels/stay/move-in-and-out.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { type MadeRoom, makeHostelApplication, moveStayBack } from './hostels'
import { readRows } from './read'
import type { MadeStaff } from './school'
import type { MadeStudent } from './student'

const daysLived = 21
/** Number of beds that boarders take in each large room. */
const bedsToFill = 3

interface Boarders {
  /** Girls. */
  resident: MadeStudent
  applicant: MadeStudent
  /** Boys. */
  expected: MadeStudent
  waiting: MadeStudent
}

/**
 * Creates the hostel students of the demo: a girl who has paid and moved in three weeks ago, a boy who holds the only
 * bed of a room and moves in next week, another on the waiting list for that bed, and a girl with a pending
 * application.
 */
export async function makeDemoAllotments(
  { scope }: Pick<MadeStaff, 'scope'>,
  school: { id: number },
  { resident, applicant, expected, waiting }: Boarders,
): Promise<void> {
  const today = todayInIndia(new Date())
  const rooms = await readRooms(school)
  const find = (genderType: string, number: string) => {
    const room = rooms.find((one) => one.genderType === genderType && one.number === number)
    if (!room) throw new Error(`The demo has no room ${number} for ${genderType}`)
    return room
  }

  await moveIn(scope, resident, find('girls', '101'))
  const soon = { checkInDate: addDays(today, 7) }
  const [first, second] = [
    await makeHostelApplication(expected, find('boys', '102'), soon),
    await makeHostelApplication(waiting, find('boys', '102'), soon),
  ]
  await approve(scope, first)
  const listed = await waitlistApplication(scope, second.publicId, 'The only bed of this room is given away')
  if (!listed.ok) throw new Error(listed.reason)
  const input = { specialRequirements: 'A bed by the window, if there is one', ...soon }
  await makeHostelApplication(applicant, find('girls', '201'), input)
}

/** Creates boarders who moved into the large rooms three weeks ago; every eighth has a pending application instead. */
export async function makeDemoBoarders(
  { scope }: Pick<MadeStaff, 'scope'>,
  school: { id: number },
  students: ReadonlyArray<{ id: number; scope: StudentScope; isGirl: boolean }>,
): Promise<void> {
  const rooms = (await readRooms(school)).filter(({ number }) => number.startsWith('2'))
  for (const [index, student] of students.entries()) {
    const suiting = rooms.filter((room) => room.genderType !== (student.isGirl ? 'boys' : 'girls'))
    const room = suiting[Math.floor(index / bedsToFill) % suiting.length]
    if (!room) throw new Error('The demo has large rooms')
    if (index % 8 === 7) await makeHostelApplication(student, room)
    else await moveIn(scope, student, room)
  }
}

/** Applies, approves, pays by transfer, and moves in three weeks ago. */
async function moveIn(scope: SchoolScope, student: { id: number; scope: StudentScope }, room: DemoRoom): Promise<void> {
  const stay = await makeHostelApplication(student, room, { mealPlanRequired: true })
  await approve(scope, stay)
  const charges = await chargesOf(scope, { ...stay, studentId: student.id })
  const paid = await recordOfflinePayment(scope, {
    dueIds: charges.map((charge) => charge.duePublicId),
    method: 'bank_transfer',
    amountPaise: charges.reduce((sum, charge) => sum + charge.amountPaise, 0),
    reference: `NEFT ${4_471_900 + student.id}`,
    remarks: null,
    paidOn: todayInIndia(new Date()),
    formKey: `demo-${stay.publicId}`,
  })
  if (!paid.ok) throw new Error(paid.reason)
  await moveStayBack(stay, daysLived)
  const moved = await checkIn(scope, stay.publicId, addDays(todayInIndia(new Date()), -daysLived))
  if (!moved.ok) throw new Error(moved.reason)
}

async function approve(scope: SchoolScope, { publicId }: { publicId: string }): Promise<void> {
  const approved = await approveApplication(scope, publicId, null)
  if (!approved.ok) throw new Error(approved.reason)
}

interface DemoRoom extends MadeRoom {
  genderType: string
}

async function readRooms(school: { id: number }): Promise<DemoRoom[]> {
  const rows = await readRows<
    Omit<DemoRoom, 'hostel'> & {
      hostelId: number
      hostelPublicId: string
      name: string
      depositPaise: number
      mealPlanIncluded: number
      mealPlanFeePaise: number
    }
  >(
    `SELECT r.id, r.public_id AS publicId, r.room_number AS number, r.monthly_rent_paise AS rentPaise, h.gender_type AS genderType,
       h.id AS hostelId, h.public_id AS hostelPublicId, h.name, h.security_deposit_paise AS depositPaise,
       h.meal_plan_included AS mealPlanIncluded, h.meal_plan_fee_paise AS mealPlanFeePaise
     FROM rooms r JOIN hostels h ON h.id = r.hostel_id WHERE r.school_id = :id`,
    { id: school.id },
  )
  return rows.map(({ hostelId, hostelPublicId, name, depositPaise, mealPlanIncluded, mealPlanFeePaise, ...room }) => ({
    ...room,
    hostel: {
      id: hostelId,
      publicId: hostelPublicId,
      schoolId: school.id,
      name,
      depositPaise,
      mealPlanIncluded: mealPlanIncluded === 1,
      mealPlanFeePaise,
    },
  }))
}
