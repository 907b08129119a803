import { refundsIn } from '~/models/subscriptions/refunds.server'
import { chargesOf } from './charges.server'
import { lockApplication, noteApplication } from './lock-application.server'
import { notifyApplicant } from './notify-applicant.server'

/** What is held of a place that is over, and how it is decided what goes back. Months that were lived in stay paid. */
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
