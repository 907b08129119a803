import { data } from '@remix-run/node'
import { redirectWithToast } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/shared/money'
import type { StudentScope } from '~/models/shared/scope.server'
import { cancelOwnApplication } from '~/models/transport/close-application.server'
import { moneyOfTransport, type OwnTransport } from '~/models/transport/own-transport.server'
import { isLive, mayBeCancelled } from '~/models/transport/rules'
import { cancelTrouble } from '~/models/transport/words.server'

/** What is asked before a student takes an application back, and why it cannot be done, if so. */
export async function transportQuestion(scope: StudentScope, application: OwnTransport) {
  const { paidPaise } = await moneyOfTransport(scope, application)
  return {
    fareName: application.fareName,
    hindrance: mayBeCancelled(application.status) ? null : cancelTrouble(isLive(application.status) ? 'rides' : 'over'),
    texts: [
      m.transport_cancel_text(),
      paidPaise > 0
        ? m.room_cancel_paid({ amount: formatPaise(paidPaise, { style: 'short' }) })
        : m.room_cancel_unpaid(),
    ],
  }
}

/** Takes the application back and leads to `to`; what hinders it comes back with 422. */
export async function cancelTransportOf(scope: StudentScope, application: OwnTransport, to: string) {
  const cancelled = await cancelOwnApplication(scope, application.publicId)
  return cancelled.ok
    ? redirectWithToast(to, { type: 'success', title: m.room_cancelled() })
    : data({ message: cancelTrouble(cancelled.reason) }, { status: 422 })
}
