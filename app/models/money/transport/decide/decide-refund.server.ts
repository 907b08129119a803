import { refundsIn } from '~/models/money/subscriptions/refunds.server'
import { chargesOf } from '../charges.server'
import type { ApplicationKind } from '../options'
import { lockApplication, noteApplication } from './lock-application.server'
import { notifyApplicant } from './notify-applicant.server'

type Over = { id: number; studentId: number; kind: ApplicationKind; endedOn: string | null }

/** Money held for transport that has ended, and the decision on its refund. Periods of travel stay paid. */
export const { heldOf, decideRefund } = refundsIn({
  applications: 'transport_applications',
  lock: lockApplication,
  chargesOf,
  wasUsed: ({ endedOn }: Over) => endedOn !== null,
  called: ({ fareName }) => fareName,
  keyOf: ({ publicId }, period) => `t${publicId}p${period}`,
  tell: async (scope, application, { givenPaise, deductedPaise, remarks }) => {
    await noteApplication(scope, application, 'transport-application.refund-decided', { givenPaise, deductedPaise })
    await notifyApplicant(scope, application, { kind: 'refund-decided', givenPaise, remarks })
  },
})
