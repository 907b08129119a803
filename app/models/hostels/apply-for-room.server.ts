import { selectOne, type Tx } from '~/database/connection.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { lockLedger } from '~/models/ledger/locks.server'
import { todayInIndia } from '~/models/shared/calendar'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { raiseFirstCharges } from './charges.server'
import type { GenderType, RoomStatus, Semester } from './options'
import { offersPeriod } from './periods.server'
import { type DatesRefusal, datesRefusal, isRoomFree, isSamePeriod, mayLiveIn, mealPaise, placeCost } from './rules'
import { HostelApplication } from './tables.server'
import { tellApplicant } from './tell-applicant.server'

export interface ApplyForRoom {
  /** Public ids. */
  hostelId: string
  roomId: string
  academicYear: string
  semester: Semester
  /** YYYY-MM-DD */
  checkInDate: string
  checkOutDate: string | null
  mealPlanRequired: boolean
  guardianName: string
  guardianPhone: string
  guardianEmail: string | null
  guardianAddress: string | null
  emergencyContact: string
  specialRequirements: string | null
  /** What the page said is paid at first, in paise: another sum by now is a refusal, never a surprise. */
  seenFirstPaise: number
  /** The once-only key of the form. */
  formKey: string
}

export type ApplyRefusal =
  | DatesRefusal
  | 'no-session'
  | 'room-gone'
  | 'room-full'
  | 'not-for-you'
  | 'period-not-offered'
  | 'applied-already'
  | 'price-changed'
  | 'stale'

/**
 * A student applies for a place in a room: the application waits for the office, and the deposit and the first month are due by the day
 * of moving in. No bed is taken by it. The same form key has one effect and the same answer.
 *
 * Refuses `no-session` (not studying in the current session), `room-gone` (no such room, another hostel's, or not offered), `room-full`,
 * `not-for-you` (boys and girls), `period-not-offered`, `applied-already` (another one for this period), what `datesRefusal` names,
 * `price-changed`, and `stale` (the form of somebody else).
 */
export async function applyForRoom(
  scope: StudentScope,
  input: ApplyForRoom,
): Promise<Outcome<{ applicationId: string }, ApplyRefusal>> {
  try {
    return await inTransaction(async (tx) => {
      await lockLedger(scope, scope.studentId, tx)
      const own = { schoolId: scope.schoolId, studentId: scope.studentId, formKey: input.formKey }
      const same = await HostelApplication.findOne({
        attributes: ['publicId'],
        where: own,
        raw: true,
        transaction: tx,
      })
      if (same) return done({ applicationId: same.publicId })
      const student = await findStudying(scope, tx)
      if (!student) return refused('no-session')
      const room = await findWanted(scope, input, tx)
      if (!room) return refused('room-gone')
      if (!mayLiveIn(room.genderType, student.gender)) return refused('not-for-you')
      if (!isRoomFree(room)) return refused('room-full')
      if (!(await offersPeriod(scope, input.semester, tx))) return refused('period-not-offered')
      const stay = { checkIn: input.checkInDate, checkOut: input.checkOutDate, academicYear: input.academicYear }
      const wrongDates = datesRefusal(stay, todayInIndia(new Date()))
      if (wrongDates) return refused(wrongDates)
      if (await hasLive(scope, input, tx)) return refused('applied-already')
      const cost = placeCost({ ...room, mealPaise: mealPaise(room, input.mealPlanRequired) })
      if (cost.firstPaise !== input.seenFirstPaise) return refused('price-changed')
      const publicId = newPublicId()
      const { hostelId: _hostel, roomId: _room, seenFirstPaise: _seen, ...fields } = input
      const application = await HostelApplication.create(
        {
          ...fields,
          ...own,
          publicId,
          hostelId: room.hostelId,
          roomId: room.id,
          academicSessionId: student.sessionId,
          rentPaise: cost.rentPaise,
          depositPaise: cost.depositPaise,
          mealPaise: cost.mealPaise,
          feePaise: cost.feePaise,
          appliedAt: new Date(),
        },
        { transaction: tx },
      )
      const named = {
        ...application.get({ plain: true }),
        hostelName: room.hostelName,
        roomNumber: room.roomNumber,
      }
      await raiseFirstCharges(scope, named, tx)
      await tellApplicant(scope, named, { kind: 'applied' }, tx)
      const details = {
        hostel: room.hostelName,
        room: room.roomNumber,
        academicYear: input.academicYear,
        firstPaise: cost.firstPaise,
      }
      const subject = { kind: 'hostel-application', id: application.id }
      await recordAudit(scope, { action: 'hostel-application.sent', subject, details }, tx)
      return done({ applicationId: publicId })
    })
  } catch (error) {
    const key = violatedUniqueKey(error)
    if (key === 'hostel_applications_form_key') return refused('stale')
    if (key === 'hostel_applications_one_live') return refused('applied-already')
    throw error
  }
}

/** Null for somebody who is not studying in the current session. */
function findStudying(scope: StudentScope, tx: Tx): Promise<{ sessionId: number; gender: string } | null> {
  return selectOne(
    `SELECT a.id AS sessionId, s.gender FROM enrollments e JOIN academic_sessions a ON a.id = e.academic_session_id
     JOIN students s ON s.id = e.student_id
     WHERE e.school_id = :schoolId AND e.student_id = :studentId AND e.status = 'studying' AND a.is_current = 1`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
    tx,
  )
}

interface WantedRoom {
  id: number
  hostelId: number
  hostelName: string
  roomNumber: string
  genderType: GenderType
  status: RoomStatus
  occupiedCount: number
  capacity: number
  rentPaise: number
  depositPaise: number
  mealPlanIncluded: boolean
  mealPlanFeePaise: number
}

/** The room as it is now, where it belongs to the hostel and both are this school's. */
async function findWanted(scope: StudentScope, input: ApplyForRoom, tx: Tx): Promise<WantedRoom | null> {
  const row = await selectOne<Omit<WantedRoom, 'mealPlanIncluded'> & { mealPlanIncluded: number }>(
    `SELECT r.id, h.id AS hostelId, h.name AS hostelName, r.room_number AS roomNumber, h.gender_type AS genderType, r.status,
       r.occupied_count AS occupiedCount, r.capacity, r.monthly_rent_paise AS rentPaise,
       h.security_deposit_paise AS depositPaise, h.meal_plan_included AS mealPlanIncluded,
       h.meal_plan_fee_paise AS mealPlanFeePaise
     FROM rooms r JOIN hostels h ON h.school_id = r.school_id AND h.id = r.hostel_id
     WHERE r.school_id = :schoolId AND r.public_id = :room AND h.public_id = :hostel AND h.is_active = 1`,
    { schoolId: scope.schoolId, room: input.roomId, hostel: input.hostelId },
    tx,
  )
  return row && { ...row, mealPlanIncluded: row.mealPlanIncluded === 1 }
}

async function hasLive(scope: StudentScope, input: ApplyForRoom, tx: Tx): Promise<boolean> {
  const live = await HostelApplication.findAll({
    attributes: ['semester', 'status', 'checkedOutOn'],
    where: {
      schoolId: scope.schoolId,
      studentId: scope.studentId,
      academicYear: input.academicYear,
      status: ['pending', 'approved', 'waitlisted'],
      checkedOutOn: null,
    },
    raw: true,
    transaction: tx,
  })
  return live.some((other) => isSamePeriod(other.semester, input.semester))
}
