import { execute } from '~/database/database.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { isAnyDeclared } from '~/models/money/ledger/counter/declared-payments.server'
import { mayLiveIn } from '../rules'
import { giveBedBack } from '../stay/beds.server'
import { chargesOf, endCharges, withLinksClosed } from '../stay/charges.server'
import { lockApplication, noteApplication } from './lock-application.server'
import { notifyApplicant } from './notify-applicant.server'
import { offerFreeBeds } from './offer-beds.server'

/**
 * Puts an application on its room's waiting list: cancels its dues, keeps paid money with the application, and offers a
 * free bed at once. Refuses `not-found`, `over` (not pending), `wrong-gender`, `declared` (a declared payment is not
 * confirmed yet: if it were confirmed later, its money would become excess and the bed would be charged again) and
 * `provider-down` (an open link could not be closed).
 */
export function waitlistApplication(scope: SchoolScope, publicId: string, remarks: string | null) {
  return withLinksClosed(scope, publicId, async () => {
    const application = await lockApplication(scope, { publicId })
    if (!application) return refused('not-found')
    if (application.status !== 'pending') return refused('over')
    if (!mayLiveIn(application.genderType, application.studentGender)) return refused('wrong-gender')
    const dueIds = (await chargesOf(scope, application)).map((charge) => charge.dueId)
    if (await isAnyDeclared(scope, dueIds)) return refused('declared')
    if ((await endCharges(scope, application, { from: 0 })) === null) return refused('link-open')
    await execute(
      `UPDATE hostel_applications SET status = 'waitlisted', holds_bed = 0, waitlisted_at = UTC_TIMESTAMP(3),
         decided_at = UTC_TIMESTAMP(3), admin_remarks = :remarks, version = version + 1, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: application.id, remarks },
    )
    if (application.holdsBed) await giveBedBack(scope, application.roomId)
    await notifyApplicant(scope, application, { kind: 'waitlisted' })
    await noteApplication(scope, application, 'hostel-application.waitlisted', { remarks })
    await offerFreeBeds(scope, application.roomId)
    return done()
  })
}
