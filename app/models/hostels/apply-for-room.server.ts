import { inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { type ForStudent, lockLedger } from '~/models/ledger/locks.server'
import { done, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import { lockRoom } from './beds.server'
import { raiseFirstCharges } from './charges.server'
import { checkEligibility, type RoomAskedFor } from './check-eligibility.server'
import { notifyApplicant } from './notify-applicant.server'
import { HostelApplication } from './tables.server'

export interface ApplyForRoom extends RoomAskedFor {
  guardianName: string
  guardianPhone: string
  guardianEmail: string | null
  guardianAddress: string | null
  emergencyContact: string
  specialRequirements: string | null
  /** What the page said is paid at first, in paise: another sum by now is a refusal, never a surprise. Null where the office applies. */
  seenFirstPaise: number | null
  /** The once-only key of the form. */
  formKey: string
}

/**
 * A student, or the office for one, applies for a place in a room: the application waits for the office, and the deposit and the first month are due by the day
 * of moving in. No bed is taken by it. Whoever applies for the waiting list of a full room is on it at once, behind those who are, and
 * owes nothing until there is a bed. The same form key has one effect and the same answer.
 *
 * Refuses what `checkEligibility` does, `price-changed`, and `stale` (the form of somebody else).
 */
export function applyForRoom(scope: ForStudent, input: ApplyForRoom) {
  return inTransaction(
    async () => {
      await lockLedger(scope, scope.studentId)
      const own = { schoolId: scope.schoolId, studentId: scope.studentId, formKey: input.formKey }
      const sent = await findSent(scope, input.formKey)
      if (sent) return done({ applicationId: sent })
      // A bed that comes free meanwhile is offered to whoever is on the list by then.
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
        ...own,
        publicId,
        hostelId: room.hostelId,
        roomId: room.id,
        academicSessionId: sessionId,
        ...agreed,
        appliedAt,
        ...(forWaitingList ? { status: 'waitlisted', waitlistedAt: appliedAt } : {}),
        // The office that puts a student on the list has decided.
        ...(forWaitingList && scope.actor.kind !== 'student' ? { decidedAt: appliedAt } : {}),
      })
      const named = {
        ...application.get({ plain: true }),
        hostelName: room.hostelName,
        roomNumber: room.roomNumber,
      }
      if (!forWaitingList) await raiseFirstCharges(scope, named)
      await notifyApplicant(scope, named, { kind: forWaitingList ? 'waitlisted' : 'applied' })
      const details = {
        hostel: room.hostelName,
        room: room.roomNumber,
        academicYear: input.academicYear,
        firstPaise,
      }
      const subject = { kind: 'hostel-application', id: application.id }
      const action = forWaitingList ? 'hostel-application.waiting' : 'hostel-application.sent'
      await recordAudit(scope, { action, subject, details })
      return done({ applicationId: publicId })
    },
    { hostel_applications_form_key: 'stale', hostel_applications_one_live: 'applied-already' },
  )
}

/** The application that was sent with this form, by its public id, or null: a second press of the button is led where the first was. */
export async function findSent(scope: ForStudent, formKey: string): Promise<string | null> {
  const where = { schoolId: scope.schoolId, studentId: scope.studentId, formKey }
  const sent = await HostelApplication.findOne({ attributes: ['publicId'], where, raw: true })
  return sent?.publicId ?? null
}

/** Why an application was not taken. */
export type ApplyRefusal = Extract<Awaited<ReturnType<typeof applyForRoom>>, { ok: false }>['reason']
