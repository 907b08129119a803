import { refundsIn } from '~/models/money/subscriptions/refunds.server'
import { chargesOf } from '../stay/charges.server'
import { lockApplication, noteApplication } from './lock-application.server'
import { notifyApplicant } from './notify-applicant.server'

/**
 * Money held for an ended application, and the decision on its refund. Suggests no refund of months in which the
 * student lived in the hostel.
 */
export const { heldOf, decideRefund } = refundsIn({
  applications: 'hostel_applications',
  lock: lockApplication,
  chargesOf,
  wasUsed: ({ checkedOutOn }: { id: number; studentId: number; checkedOutOn: string | null }) => checkedOutOn !== null,
  called: ({ hostelName, roomNumber }) => `${hostelName}, ${roomNumber}`,
  keyOf: ({ publicId }, month) => `h${publicId}m${month}`,
  tell: async (scope, application, { givenPaise, deductedPaise, remarks }) => {
    await noteApplication(scope, application, 'hostel-application.refund-decided', { givenPaise, deductedPaise })
    await notifyApplicant(scope, application, { kind: 'refund-decided', givenPaise, remarks })
  },
})
