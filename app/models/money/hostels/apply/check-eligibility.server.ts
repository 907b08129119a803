import { number, selectRow, text } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import type { ForStudent } from '~/models/money/ledger/locks.server'
import type { Semester } from '../options'
import { findTimes } from '../periods.server'
import { datesRefusal, isRoomFree, isRoomFull, isSamePeriod, mayLiveIn, mealPaise, roomCost } from '../rules'
import { HostelApplication } from '../tables.server'
import { findChosenRoom } from './rooms-to-choose.server'

export interface RoomRequest {
  /** Public ids. */
  hostelId: string
  roomId: string
  academicYear: string
  semester: Semester
  /** YYYY-MM-DD */
  checkInDate: string
  checkOutDate: string | null
  mealPlanRequired: boolean
  /** The page showed the room as full: the application is for its waiting list. */
  forWaitingList: boolean
}

/**
 * Checks whether a student may apply for a room, for the wizard and for the application itself. Returns the room, its
 * current cost and the student's session (row id). Refuses `no-session` (not studying in the current session),
 * `room-gone` (no such room in this hostel, or not offered), `room-full` (no free bed, or the room is closed or under
 * repair), `bed-free` (no waiting list while a bed is free), `not-for-you` (boys' or girls' hostel),
 * `period-not-offered`, the reasons of `datesRefusal`, and `applied-already` (another application for this period).
 */
export async function checkEligibility(scope: ForStudent, input: RoomRequest) {
  const student = await findStudying(scope)
  if (!student) return refused('no-session')
  const room = await findChosenRoom(scope, input)
  if (!room) return refused('room-gone')
  if (!mayLiveIn(room.genderType, student.gender)) return refused('not-for-you')
  const isFree = isRoomFree(room)
  if (!isFree && !(input.forWaitingList && isRoomFull(room))) return refused('room-full')
  if (isFree && input.forWaitingList) return refused('bed-free')
  const times = await findTimes(scope)
  if (!times.periods.includes(input.semester)) return refused('period-not-offered')
  const stay = { checkIn: input.checkInDate, checkOut: input.checkOutDate, academicYear: input.academicYear }
  const wrongDates = datesRefusal(stay, todayInIndia(new Date()), times.startsMonth)
  if (wrongDates) return refused(wrongDates)
  if (await hasLive(scope, input)) return refused('applied-already')
  const cost = roomCost({ ...room, mealPaise: mealPaise(room, input.mealPlanRequired) })
  return done({ room, cost, sessionId: student.sessionId })
}

/** Returns the current session (row id) in which the student studies, and the gender; null if not studying in it. */
function findStudying(scope: ForStudent): Promise<{ sessionId: number; gender: string } | null> {
  return selectRow(
    { sessionId: number('a.id'), gender: text('s.gender') },
    `FROM enrollments e JOIN academic_sessions a ON a.id = e.academic_session_id
     JOIN students s ON s.id = e.student_id
     WHERE e.school_id = :schoolId AND e.student_id = :studentId AND e.status = 'studying' AND a.is_current = 1`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
}

async function hasLive(scope: ForStudent, input: RoomRequest): Promise<boolean> {
  const live = await HostelApplication.findAll({
    attributes: ['semester'],
    where: {
      schoolId: scope.schoolId,
      studentId: scope.studentId,
      academicYear: input.academicYear,
      status: ['pending', 'approved', 'waitlisted'],
      checkedOutOn: null,
    },
    raw: true,
  })
  return live.some((other) => isSamePeriod(other.semester, input.semester))
}
