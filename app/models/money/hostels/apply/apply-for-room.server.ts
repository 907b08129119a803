import { inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { type ForStudent, lockLedger } from '~/models/money/ledger/locks.server'
import { notifyApplicant } from '../decide/notify-applicant.server'
import { lockRoom } from '../stay/beds.server'
import { raiseFirstCharges } from '../stay/charges.server'
import { HostelApplication } from '../tables.server'
import { checkEligibility, type RoomRequest } from './check-eligibility.server'

export interface ApplyForRoom extends RoomRequest {
  guardianName: string
  guardianPhone: string
  guardianEmail: string | null
  guardianAddress: string | null
  emergencyContact: string
  specialRequirements: string | null
  /**
   * First payment shown on the page, in paise; the application is refused if it has changed since. Null when the office
   * applies.
   */
  seenFirstPaise: number | null
  formKey: string
}

/**
 * Applies for a room, as the student or on the student's behalf by the office. The application awaits the office's
 * decision and takes no bed; deposit and first month are due by the day of moving in. An application for a full room
 * joins the end of the waiting list and owes nothing until a bed is free. Repeating a form key has no further effect
 * and returns the same result. Refuses for the reasons of `checkEligibility`, and with `price-changed` or `stale`
 * (another student's form).
 */
export function applyForRoom(scope: ForStudent, input: ApplyForRoom) {
  return inTransaction(
    async () => {
      await lockLedger(scope, scope.studentId)
      const applicationKeys = { schoolId: scope.schoolId, studentId: scope.studentId, formKey: input.formKey }
      const sentId = await findSent(scope, input.formKey)
      if (sentId) return done({ applicationId: sentId })
      // Locks the room: a bed that is freed from now on is offered only after this application is on the list.
      if (input.forWaitingList) await lockRoom(scope, input.roomId)
      const assessed = await checkEligibility(scope, input)
      if (!assessed.ok) return assessed
      const { room, cost, sessionId } = assessed.value
      if (input.seenFirstPaise !== null && cost.firstPaise !== input.seenFirstPaise) return refused('price-changed')
      const publicId = newPublicId()
      const { firstPaise, monthlyPaise: _monthly, ...agreed } = cost
      const { hostelId: _hostel, roomId: _room, seenFirstPaise: _seen, forWaitingList, ...fields } = input
      const appliedAt = new Date()
      const application = await HostelApplication.create({
        ...fields,
        ...applicationKeys,
        publicId,
        hostelId: room.hostelId,
        roomId: room.id,
        academicSessionId: sessionId,
        ...agreed,
        appliedAt,
        ...(forWaitingList ? { status: 'waitlisted', waitlistedAt: appliedAt } : {}),
        // An application that the office puts on the list needs no further decision.
        ...(forWaitingList && scope.actor.kind !== 'student' ? { decidedAt: appliedAt } : {}),
      })
      const applicationWithRoom = {
        ...application.get({ plain: true }),
        hostelName: room.hostelName,
        roomNumber: room.roomNumber,
      }
      if (!forWaitingList) await raiseFirstCharges(scope, applicationWithRoom)
      await notifyApplicant(scope, applicationWithRoom, { kind: forWaitingList ? 'waitlisted' : 'applied' })
      const details = { hostel: room.hostelName, room: room.roomNumber, academicYear: input.academicYear, firstPaise }
      const subject = { kind: 'hostel-application', id: application.id }
      const action = forWaitingList ? 'hostel-application.waiting' : 'hostel-application.sent'
      await recordAudit(scope, { action, subject, details })
      return done({ applicationId: publicId })
    },
    { hostel_applications_form_key: 'stale', hostel_applications_one_live: 'applied-already' },
  )
}

/**
 * Returns the public id of the application that was sent with this form key, so that a second click leads to the same
 * application; null if none was sent.
 */
export async function findSent(scope: ForStudent, formKey: string): Promise<string | null> {
  const filter = { schoolId: scope.schoolId, studentId: scope.studentId, formKey }
  const sentApplication = await HostelApplication.findOne({ attributes: ['publicId'], where: filter, raw: true })
  return sentApplication?.publicId ?? null
}

export type ApplyRefusal = Extract<Awaited<ReturnType<typeof applyForRoom>>, { ok: false }>['reason']
