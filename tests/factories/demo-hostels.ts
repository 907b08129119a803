import { select } from '~/database/database.server'
import { approveApplication } from '~/models/hostels/approve-application.server'
import { chargesOf } from '~/models/hostels/charges.server'
import { checkIn } from '~/models/hostels/move-in-and-out.server'
import { waitlistApplication } from '~/models/hostels/waitlist-application.server'
import { recordOfflinePayment } from '~/models/ledger/record-offline-payment.server'
import { addDays, todayInIndia } from '~/models/shared/calendar'
import { type MadeRoom, makeHostelApplication, moveStayBack } from './hostels'
import type { MadeStaff } from './school'
import type { MadeStudent } from './student'

const daysLived = 21

interface Boarders {
  /** Two girls. */
  resident: MadeStudent
  applicant: MadeStudent
  /** Two boys. */
  expected: MadeStudent
  waiting: MadeStudent
}

/**
 * Who of the students lives in the demo's hostels: a girl has paid and moved in three weeks ago, a boy has the only bed of a room and is
 * expected, another waits for that bed, and a girl's application waits for the office.
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

  const stay = await makeHostelApplication(resident, find('girls', '101'), { mealPlanRequired: true })
  await approve(stay)
  await payFirst({ ...stay, studentId: resident.id })
  await moveStayBack(stay, daysLived)
  const moved = await checkIn(scope, stay.publicId, addDays(today, -daysLived))
  if (!moved.ok) throw new Error(moved.reason)

  const soon = { checkInDate: addDays(today, 7) }
  const [first, second] = [
    await makeHostelApplication(expected, find('boys', '102'), soon),
    await makeHostelApplication(waiting, find('boys', '102'), soon),
  ]
  await approve(first)
  const listed = await waitlistApplication(scope, second.publicId, 'The only bed of this room is given away')
  if (!listed.ok) throw new Error(listed.reason)
  const input = { specialRequirements: 'A bed by the window, if there is one', ...soon }
  await makeHostelApplication(applicant, find('girls', '201'), input)

  async function approve({ publicId }: { publicId: string }): Promise<void> {
    const approved = await approveApplication(scope, publicId, null)
    if (!approved.ok) throw new Error(approved.reason)
  }

  async function payFirst(application: { id: number; publicId: string; studentId: number }): Promise<void> {
    const charges = await chargesOf(scope, application)
    const paid = await recordOfflinePayment(scope, {
      dueIds: charges.map((charge) => charge.duePublicId),
      method: 'bank_transfer',
      amountPaise: charges.reduce((sum, charge) => sum + charge.amountPaise, 0),
      reference: 'NEFT 4471902',
      remarks: null,
      paidOn: today,
      formKey: `demo-${application.publicId}`,
    })
    if (!paid.ok) throw new Error(paid.reason)
  }
}

interface DemoRoom extends MadeRoom {
  genderType: string
}

async function readRooms(school: { id: number }): Promise<DemoRoom[]> {
  const rows = await select<
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
