import { data } from '@remix-run/node'
import { redirectWithToast } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/shared/money'
import type { StudentScope } from '~/models/shared/scope.server'
import { cancelOwnApplication } from '~/models/transport/close-application.server'
import { moneyOfRide, type OwnRide } from '~/models/transport/own-transport.server'
import { isLive, mayBeCancelled } from '~/models/transport/rules'
import { cancelTrouble } from '~/models/transport/words.server'

/** What is asked before a student takes an application back, and why it cannot be done, if so. */
export async function rideQuestion(scope: StudentScope, ride: OwnRide) {
  const { paidPaise } = await moneyOfRide(scope, ride)
  return {
    fareName: ride.fareName,
    hindrance: mayBeCancelled(ride.status) ? null : cancelTrouble(isLive(ride.status) ? 'rides' : 'over'),
    texts: [
      m.rides_cancel_text(),
      paidPaise > 0
        ? m.places_cancel_paid({ amount: formatPaise(paidPaise, { style: 'short' }) })
        : m.places_cancel_unpaid(),
    ],
  }
}

/** Takes the application back and leads to `to`; what hinders it comes back with 422. */
export async function cancelRide(scope: StudentScope, ride: OwnRide, to: string) {
  const cancelled = await cancelOwnApplication(scope, ride.publicId)
  return cancelled.ok
    ? redirectWithToast(to, { type: 'success', title: m.places_cancelled() })
    : data({ message: cancelTrouble(cancelled.reason) }, { status: 422 })
}
