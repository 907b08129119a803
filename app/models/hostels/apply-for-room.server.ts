import { inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { lockLedger } from '~/models/ledger/locks.server'
import { done, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { StudentScope } from '~/models/shared/scope.server'
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
  /** What the page said is paid at first, in paise: another sum by now is a refusal, never a surprise. */
  seenFirstPaise: number
  /** The once-only key of the form. */
  formKey: string
}

/**
 * A student applies for a place in a room: the application waits for the office, and the deposit and the first month are due by the day
 * of moving in. No bed is taken by it. The same form key has one effect and the same answer.
 *
 * Refuses what `checkEligibility` does, `price-changed`, and `stale` (the form of somebody else).
 */
export function applyForRoom(scope: StudentScope, input: ApplyForRoom) {
  return inTransaction(
    async () => {
      await lockLedger(scope, scope.studentId)
      const own = { schoolId: scope.schoolId, studentId: scope.studentId, formKey: input.formKey }
      const sent = await findSent(scope, input.formKey)
      if (sent) return done({ applicationId: sent })
      const assessed = await checkEligibility(scope, input)
      if (!assessed.ok) return assessed
      const { room, cost, sessionId } = assessed.value
      if (cost.firstPaise !== input.seenFirstPaise) return refused('price-changed')
      const publicId = newPublicId()
      const { firstPaise, monthlyPaise: _monthly, ...agreed } = cost
      const { hostelId: _hostel, roomId: _room, seenFirstPaise: _seen, ...fields } = input
      const application = await HostelApplication.create({
        ...fields,
        ...own,
        publicId,
        hostelId: room.hostelId,
        roomId: room.id,
        academicSessionId: sessionId,
        ...agreed,
        appliedAt: new Date(),
      })
      const named = {
        ...application.get({ plain: true }),
        hostelName: room.hostelName,
        roomNumber: room.roomNumber,
      }
      await raiseFirstCharges(scope, named)
      await notifyApplicant(scope, named, { kind: 'applied' })
      const details = {
        hostel: room.hostelName,
        room: room.roomNumber,
        academicYear: input.academicYear,
        firstPaise,
      }
      const subject = { kind: 'hostel-application', id: application.id }
      await recordAudit(scope, { action: 'hostel-application.sent', subject, details })
      return done({ applicationId: publicId })
    },
    { hostel_applications_form_key: 'stale', hostel_applications_one_live: 'applied-already' },
  )
}

/** The application that was sent with this form, by its public id, or null: a second press of the button is led where the first was. */
export async function findSent(scope: StudentScope, formKey: string): Promise<string | null> {
  const where = { schoolId: scope.schoolId, studentId: scope.studentId, formKey }
  const sent = await HostelApplication.findOne({ attributes: ['publicId'], where, raw: true })
  return sent?.publicId ?? null
}

/** Why an application was not taken. */
export type ApplyRefusal = Extract<Awaited<ReturnType<typeof applyForRoom>>, { ok: false }>['reason']
