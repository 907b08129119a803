import { todayInIndia } from '~/models/core/shared/calendar'
import type { Outcome } from '~/models/core/shared/outcome'
import { approveApplication } from '~/models/money/hostels/decide/approve-application.server'
import { rejectApplication } from '~/models/money/hostels/decide/close-application.server'
import type { Semester } from '~/models/money/hostels/options'
import { chargesOf } from '~/models/money/hostels/stay/charges.server'
import { checkIn } from '~/models/money/hostels/stay/move-in-and-out.server'
import { type MadeSession, makeEnrollment } from './academics'
import { makeHostel, makeHostelApplication, makeRoom } from './hostels'
import { payCharges } from './pay-charges'
import { readRows } from './read'
import type { MadeSchool } from './school'
import { type MadeStudent, makeStudent } from './student'

/** Public ids of applications at every stage, for the URLs of office pages. */
export interface HostelDecisionThings {
  /** Pending, in a room with free beds. */
  pending: string
  pendingToReject: string
  pendingToWaitlist: string
  /** Approved, before moving in. */
  approved: string
  approvedToCancel: string
  /** Moved in today. */
  staying: string
  /** Rejected after payment: its refund awaits a decision. */
  refundOpen: string
  /** Applicant of all applications. */
  student: string
  /** Room of all applications; `otherRoom` has free beds too. */
  room: string
  otherRoom: string
  /** Deposit of the `refundOpen` application: a paid due. */
  heldDue: string
}

function right<Reason extends string>(outcome: Outcome<unknown, Reason>): void {
  if (!outcome.ok) throw new Error(`Refused: ${outcome.reason}`)
}

/** Creates an enrolled student who may apply for a hostel. */
export async function makeBoarder(
  school: MadeSchool,
  overrides: Parameters<typeof makeStudent>[1] = {},
  session?: MadeSession,
): Promise<MadeStudent> {
  const student = await makeStudent(school, overrides)
  await makeEnrollment(student, session ? { session } : {})
  return student
}

export async function payRoom(
  school: Pick<MadeSchool, 'scope'>,
  application: { id: number; studentId: number },
): Promise<void> {
  await payCharges(school, await chargesOf(school.scope, application))
}

/** Creates a hostel with applications of one student, each for a part of the year; `session` is the current one. */
export async function makeHostelDecisionThings(
  school: MadeSchool,
  session: MadeSession,
): Promise<HostelDecisionThings> {
  const student = await makeBoarder(school, {}, session)
  const room = await makeRoom(await makeHostel(school), { type: 'dormitory', capacity: 40 })
  const otherRoom = await makeRoom(room.hostel, { type: 'dormitory', capacity: 40 })
  const place = (semester: Semester) => makeHostelApplication(student, room, { semester })
  const [pending, pendingToReject, pendingToWaitlist] = [await place('1'), await place('2'), await place('3')]
  const [approved, approvedToCancel, staying] = [await place('4'), await place('5'), await place('6')]
  for (const one of [approved, approvedToCancel, staying])
    right(await approveApplication(school.scope, one.publicId, null))
  right(await checkIn(school.scope, staying.publicId, todayInIndia(new Date())))
  const refused = { ...(await place('7')), studentId: student.id }
  await payRoom(school, refused)
  right(await rejectApplication(school.scope, refused.publicId, 'No place'))
  const [deposit] = await chargesOf(school.scope, refused)
  return {
    pending: pending.publicId,
    pendingToReject: pendingToReject.publicId,
    pendingToWaitlist: pendingToWaitlist.publicId,
    approved: approved.publicId,
    approvedToCancel: approvedToCancel.publicId,
    staying: staying.publicId,
    refundOpen: refused.publicId,
    student: student.publicId,
    room: room.publicId,
    otherRoom: otherRoom.publicId,
    heldDue: deposit?.duePublicId ?? '',
  }
}

/** Returns the automatic notices and the mails that a student received, each list from the oldest on. */
export async function notificationsOf(student: { id: number; schoolId: number; email: string | null }) {
  const notices = await readRows<{ title: string; body: string }>(
    'SELECT title, body FROM notices WHERE school_id = :schoolId AND student_id = :id AND is_automatic = 1 ORDER BY id',
    { schoolId: student.schoolId, id: student.id },
  )
  const mails = await readRows<{ text: string; subject: string }>(
    'SELECT subject, body_text AS text FROM outgoing_mail WHERE school_id = :schoolId AND to_address = :email ORDER BY id',
    { schoolId: student.schoolId, email: student.email ?? '' },
  )
  return { notices, mails }
}
