import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { foundOr404, redirectWithToast, requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import { moneyOfTransport } from '~/models/money/transport/apply/own-transport.server'
import { cancelOwnApplication } from '~/models/money/transport/decide/close-application.server'
import { isLive, mayCancelTransport } from '~/models/money/transport/rules'
import { cancelTrouble } from '~/models/money/transport/words.server'
import { type OwnTransportOf, transportLinks } from './__transport-status.server'

/** Confirmation page for cancelling the application that `find` returns, or the reason why that is not possible. */
export function cancelPage(find: OwnTransportOf) {
  return {
    async loader({ context, request, params }: LoaderFunctionArgs) {
      const { scope } = await requireStudent(context, request)
      const application = foundOr404(await find(scope, params.id))
      const { paidPaise } = await moneyOfTransport(scope, application)
      const why = isLive(application.status) ? 'uses-transport' : 'over'
      return {
        place: application.fareName,
        links: transportLinks(application),
        hindrance: mayCancelTransport(application.status) ? null : cancelTrouble(why),
        texts: [
          m.transport_cancel_text(),
          paidPaise > 0
            ? m.room_cancel_paid({ amount: formatPaise(paidPaise, { style: 'short' }) })
            : m.room_cancel_unpaid(),
        ],
      }
    },
    /** Answers 422 with the reason if the application cannot be cancelled. */
    async action({ context, request, params }: ActionFunctionArgs) {
      const { scope } = await requireStudent(context, request)
      const application = foundOr404(await find(scope, params.id))
      const cancelled = await cancelOwnApplication(scope, application.publicId)
      return cancelled.ok
        ? redirectWithToast(transportLinks(application).own, { type: 'success', title: m.room_cancelled() })
        : data({ message: cancelTrouble(cancelled.reason) }, { status: 422 })
    },
  }
}
