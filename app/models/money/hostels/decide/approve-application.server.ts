import { execute, inTransaction } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import type { LedgerScope } from '~/models/money/ledger/locks.server'
import { agreeOnOtherRoom, nextMonthOf } from '../apply/other-room.server'
import { isPeriodOver, isUndecided, mayLiveIn, monthlyNow } from '../rules'
import { takeBed } from '../stay/beds.server'
import { oweFirstCharges } from '../stay/charges.server'
import { type LockedApplication, lockApplication, noteApplication } from './lock-application.server'
import { notifyApplicant } from './notify-applicant.server'

/**
 * Approves an application: takes a bed of its room, or of another room (public id; for its cost see
 * `agreeOnOtherRoom`). Of fifty concurrent approvals for the last bed, one succeeds. Refuses `not-found`, `over`
 * (already decided), `full` (no free bed, or the requested room is not offered), `room-gone` (the other room is not
 * offered), `wrong-gender` and `period-over` (see `isPeriodOver`).
 */
export function approveApplication(
  scope: SchoolScope,
  publicId: string,
  remarks: string | null,
  roomId: string | null = null,
) {
  return inTransaction(async () => {
    const application = await lockApplication(scope, { publicId })
    if (!application) return refused('not-found')
    if (!isUndecided(application.status)) return refused('over')
    if (isPeriodOver(application, todayInIndia(new Date()))) return refused('period-over')
    if (roomId !== null && roomId !== application.roomPublicId) {
      const agreed = await agreeOnOtherRoom(scope, application, roomId)
      if (!agreed.ok) return agreed
      const now = agreed.value
      const askedFor = `${application.hostelName}, ${application.roomNumber}`
      const startsOn = await settleIn(scope, now, { remarks }, { askedFor })
      if (now.nextRentPaise !== null) {
        const from = await nextMonthOf(scope, { ...now, startsOn })
        await notifyApplicant(scope, now, { kind: 'moved', monthlyPaise: monthlyNow(now).monthlyPaise, from })
      }
      return done()
    }
    if (!mayLiveIn(application.genderType, application.studentGender)) return refused('wrong-gender')
    if (!application.holdsBed && !(await takeBed(scope, application.roomId))) return refused('full')
    await settleIn(scope, application, { remarks })
    return done()
  })
}

/**
 * Accepts an offered bed for a student on the waiting list. Approves the application if the office put it on the list;
 * otherwise holds the bed until the office decides. Refuses `not-found`, `no-offer`, `wrong-gender` (the student's
 * gender was corrected in the register after the application), `period-over`, and `offer-over` (48 hours have passed by
 * the database's clock).
 */
export function acceptOffer(scope: StudentScope, publicId: string) {
  return inTransaction(async () => {
    const application = await lockApplication(scope, { publicId })
    if (!application) return refused('not-found')
    if (application.status !== 'waitlisted' || !application.holdsBed) return refused('no-offer')
    if (!mayLiveIn(application.genderType, application.studentGender)) return refused('wrong-gender')
    if (isPeriodOver(application, todayInIndia(new Date()))) return refused('period-over')
    const inTime = await execute(
      `UPDATE hostel_applications SET updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id AND offered_until > UTC_TIMESTAMP(3)`,
      { schoolId: scope.schoolId, id: application.id },
    )
    if (inTime === 0) return refused('offer-over')
    if (application.decidedAt === null) await keepBed(scope, application)
    else await settleIn(scope, application, 'as-they-are')
    return done()
  })
}

async function keepBed(scope: StudentScope, application: LockedApplication): Promise<void> {
  await execute(
    `UPDATE hostel_applications SET status = 'pending', offered_until = NULL, version = version + 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id`,
    { schoolId: scope.schoolId, id: application.id },
  )
  await oweFirstCharges(scope, application, firstDayOf(application))
  await notifyApplicant(scope, application, { kind: 'applied' })
  await noteApplication(scope, application, 'hostel-application.accepted')
}

function firstDayOf({ checkInDate }: LockedApplication): string {
  const today = todayInIndia(new Date())
  return checkInDate < today ? today : checkInDate
}

/**
 * Approves after a bed was taken: months count from the day of moving in, or from today if that has passed. The
 * office's form shows the stored remarks, and what it sends replaces them: an empty field removes them. Returns the
 * first day (YYYY-MM-DD).
 */
async function settleIn(
  scope: LedgerScope,
  application: LockedApplication,
  decision: { remarks: string | null } | 'as-they-are',
  facts: Record<string, string> = {},
): Promise<string> {
  const startsOn = firstDayOf(application)
  const remarks = decision === 'as-they-are' ? null : decision.remarks
  await execute(
    `UPDATE hostel_applications SET status = 'approved', holds_bed = 1, offered_until = NULL, starts_on = :startsOn,
       decided_at = UTC_TIMESTAMP(3), admin_remarks = IF(:stay = 1, admin_remarks, :remarks),
       version = version + 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id`,
    { schoolId: scope.schoolId, id: application.id, startsOn, remarks, stay: decision === 'as-they-are' ? 1 : 0 },
  )
  await oweFirstCharges(scope, application, startsOn)
  await notifyApplicant(scope, application, { kind: 'approved' })
  await noteApplication(scope, application, 'hostel-application.approved', { remarks, startsOn, ...facts })
  return startsOn
}
