import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { findDraft, saveDraft } from '~/models/money/hostels/apply/draft.server'
import { findOwnApplication } from '~/models/money/hostels/apply/own-applications.server'
import { waitlistApplication } from '~/models/money/hostels/decide/waitlist-application.server'
import { roomCost, yearsToApplyFor } from '~/models/money/hostels/rules'
import { declareTransfer } from '~/models/money/ledger/counter/declared-payments.server'
import { type MadeRoom, makeHostel, makeHostelApplication, makeRoom } from './hostels'
import { unique } from './insert'

/**
 * Public ids and forms of a student's hostel applications, for the last academic year that is open for applications, so
 * that no other application conflicts.
 */
export interface RoomApplicationThings {
  hostel: string
  room: string
  /** Pending and unpaid. */
  application: string
  /** Application with a held bed. */
  offered: string
  /** Application with a declared payment, and that payment. */
  declared: string
  declaredPayment: string
  /** Form of the first step of an application. */
  roomStep: Record<string, string>
  /** Form of the last step of a complete draft. */
  lastStep: Record<string, string>
}

/** Form of the second step of an application. */
export const guardianStep = {
  guardian_name: 'Rajesh Patel',
  guardian_phone: '9825098250',
  guardian_email: 'rajesh@example.test',
  guardian_address: '4 Station Road, Anand',
  emergency_contact: '9825098251',
}

/** Creates the hostel data of an applicant; the student must be enrolled in the current session. */
export async function makeRoomApplicationThings(
  school: { id: number; scope: SchoolScope },
  student: { scope: StudentScope },
): Promise<RoomApplicationThings> {
  const hostel = await makeHostel(school)
  const room = await makeRoom(hostel, { capacity: 60 })
  const academicYear = yearsToApplyFor(todayInIndia(new Date()))[3] ?? ''
  const checkInDate = `${academicYear.slice(0, 4)}-06-15`
  const application = await makeHostelApplication(student, room, { academicYear, checkInDate, semester: '5' })
  const offered = await makeHostelApplication(student, room, { academicYear, checkInDate, semester: '6' })
  const listed = await waitlistApplication(school.scope, offered.publicId, null)
  if (!listed.ok) throw new Error(listed.reason)
  const declared = await makeHostelApplication(student, room, { academicYear, checkInDate, semester: '8' })
  const found = await findOwnApplication(student.scope, declared.publicId)
  const dueIds = found?.charges.map((due) => due.duePublicId) ?? []
  const payment = await declareTransfer(student.scope, { dueIds, method: 'cash', reference: null, formKey: unique() })
  if (!payment.ok) throw new Error(payment.reason)
  const roomStep = stepFor(room, { academicYear, checkInDate, semester: '7' })
  await saveDraft(student.scope, { ...roomStep, ...guardianStep })
  const { firstPaise } = roomCost({ rentPaise: room.rentPaise, depositPaise: hostel.depositPaise, mealPaise: 0 })
  return {
    hostel: hostel.publicId,
    room: room.publicId,
    application: application.publicId,
    offered: offered.publicId,
    declared: declared.publicId,
    declaredPayment: payment.value.paymentId,
    roomStep,
    lastStep: {
      form_key: (await findDraft(student.scope))?.formKey ?? '',
      seen: String(firstPaise),
      special_requirements: 'Ground floor',
    },
  }
}

/** Returns the form of an application's first step for a room. */
export function stepFor(
  room: MadeRoom,
  stay: { academicYear: string; checkInDate: string; semester: string },
): Record<string, string> {
  return {
    hostel_id: room.hostel.publicId,
    room_id: room.publicId,
    academic_year: stay.academicYear,
    semester: stay.semester,
    check_in_date: stay.checkInDate,
    check_out_date: '',
  }
}

/** Creates a draft with the longest answers in Gujarati, for a room of a hostel with a long name. */
export async function makeWorstDraft(school: { id: number }, student: { scope: StudentScope }): Promise<void> {
  const hostel = await makeHostel(school, { name: 'શ્રી સ્વામી વિવેકાનંદ વિદ્યાર્થી છાત્રાલય અને અભ્યાસ કેન્દ્ર' })
  const room = await makeRoom(hostel, { capacity: 4, type: 'four_sharing' })
  const checkInDate = todayInIndia(new Date())
  const academicYear = yearsToApplyFor(checkInDate)[0] ?? ''
  await saveDraft(student.scope, {
    ...stepFor(room, { academicYear, checkInDate, semester: 'full_year' }),
    ...guardianStep,
    meal_plan_required: 'on',
    guardian_name: 'લક્ષ્મીનારાયણ ચંદ્રશેખર ત્રિવેદી',
    guardian_address: 'મકાન નંબર ૧૨, સરસ્વતી સોસાયટી, નારણપુરા ક્રોસ રોડ, અમદાવાદ. '.repeat(4).trim(),
    special_requirements: 'ભોંયતળિયે રૂમ, જૈન ભોજન અને ધૂળની એલર્જીને કારણે સ્વચ્છ ઓરડો. '.repeat(7).trim(),
  })
}
