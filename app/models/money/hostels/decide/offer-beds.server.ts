import { execute, inTransaction, number, type RowOf, selectRows, text } from '~/database/database.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope, SystemScope } from '~/models/core/shared/scope.server'
import { systemActor } from '~/models/core/shared/system-actor'
import type { LedgerScope } from '~/models/money/ledger/locks.server'
import { offerHours } from '../options'
import { giveBedBack, takeBed } from '../stay/beds.server'
import { periodOverSql } from '../stay/year-end.server'
import { lockApplication, noteApplication } from './lock-application.server'
import { notifyApplicant } from './notify-applicant.server'

/** Safety limit for a chain of offers: no room has more beds. */
const maxOffers = 200

/**
 * Runs in the caller's transaction; every use case that frees a bed calls it. Offers the free beds of a room to those
 * waiting longest, for 48 hours each. An applicant whose offer expired keeps waiting but gets no further automatic
 * offer; applicants whose period is over get none.
 */
export async function offerFreeBeds(scope: LedgerScope, roomId: number): Promise<void> {
  for (let offers = 0; offers < maxOffers; offers++) {
    const next = await findNext(scope, roomId)
    if (!next || !(await takeBed(scope, roomId))) return
    await execute(
      `UPDATE hostel_applications SET holds_bed = 1, offered_until = UTC_TIMESTAMP(3) + INTERVAL ${offerHours} HOUR,
         updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: next.id },
    )
    const until = new Date(Date.now() + offerHours * 3600 * 1000)
    await notifyApplicant(scope, next, { kind: 'offered', until, offerId: next.publicId })
    await enqueueJob({
      kind: 'end-bed-offer',
      schoolId: scope.schoolId,
      payload: { applicationId: next.id },
      uniqueKey: `end-bed-offer:${next.id}`,
      delaySeconds: offerHours * 3600,
    })
    // Records the system as the actor: the bed may have been freed by another student.
    await noteApplication({ ...scope, actor: systemActor }, next, 'hostel-application.offered')
  }
}

const waitingColumns = {
  id: number('a.id'),
  publicId: text('a.public_id'),
  studentId: number('a.student_id'),
  hostelName: text('h.name'),
  roomNumber: text('r.room_number'),
}
type Waiting = RowOf<typeof waitingColumns>

async function findNext(scope: LedgerScope, roomId: number): Promise<Waiting | null> {
  const [next] = await selectRows(
    waitingColumns,
    `FROM hostel_applications a JOIN rooms r ON r.id = a.room_id JOIN hostels h ON h.id = a.hostel_id
     WHERE a.school_id = :schoolId AND a.room_id = :roomId AND a.status = 'waitlisted' AND a.holds_bed = 0
       AND a.offer_lapsed_at IS NULL AND NOT ${periodOverSql('a')} AND r.status = 'available' AND r.occupied_count < r.capacity
     ORDER BY a.waitlisted_at, a.id LIMIT 1 FOR UPDATE`,
    { schoolId: scope.schoolId, roomId, today: todayInIndia(new Date()) },
  )
  return next ?? null
}

/**
 * Ends an offer after its 48 hours: the bed goes to the next student waiting, or becomes free. No effect on an
 * application without an expired offer.
 */
export function lapseOffer(scope: SchoolScope, applicationId: number): Promise<void> {
  return inTransaction(async () => {
    const application = await lockApplication(scope, { id: applicationId })
    if (application?.status !== 'waitlisted' || !application.holdsBed) return
    const ended = await execute(
      `UPDATE hostel_applications SET holds_bed = 0, offered_until = NULL, offer_lapsed_at = UTC_TIMESTAMP(3),
         updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :applicationId AND offered_until <= UTC_TIMESTAMP(3)`,
      { schoolId: scope.schoolId, applicationId },
    )
    if (ended === 0) return
    await giveBedBack(scope, application.roomId)
    await notifyApplicant(scope, application, { kind: 'offer-lapsed' })
    await offerFreeBeds(scope, application.roomId)
    await noteApplication(scope, application, 'hostel-application.offer-lapsed')
  })
}

/** Enqueues expired offers whose own job was abandoned, or lost with its worker; runs every minute. */
export async function enqueueLapses(_system: SystemScope): Promise<void> {
  const late = await selectRows(
    { id: number('id'), schoolId: number('school_id') },
    `FROM hostel_applications
     WHERE offered_until < UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE ORDER BY offered_until LIMIT 200`,
  )
  if (late.length === 0) return
  await inTransaction(async () => {
    for (const { id, schoolId } of late) {
      await enqueueJob({
        kind: 'end-bed-offer',
        schoolId,
        payload: { applicationId: id },
        uniqueKey: `end-bed-offer:${id}`,
      })
    }
  })
}
