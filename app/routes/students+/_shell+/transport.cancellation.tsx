import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PlaceQuestion } from '~/components/hostel-places/place-question'
import { foundOr404, requireStudent } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { cancelTrouble } from '~/http/ride-words.server'
import { redirectWithToast } from '~/http/toast.server'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/shared/money'
import { cancelOwnApplication } from '~/models/transport/close-application.server'
import { findLiveTransport, moneyOfRide } from '~/models/transport/own-transport.server'
import { mayBeCancelled } from '~/models/transport/rules'

export const handle = pageTitle(() => m.places_cancel_question())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const ride = foundOr404(await findLiveTransport(scope))
  const { paidPaise } = await moneyOfRide(scope, ride)
  return {
    fareName: ride.fareName,
    hindrance: mayBeCancelled(ride.status) ? null : m.rides_cancel_rides(),
    texts: [
      m.rides_cancel_text(),
      paidPaise > 0
        ? m.places_cancel_paid({ amount: formatPaise(paidPaise, { style: 'short' }) })
        : m.places_cancel_unpaid(),
    ],
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const ride = foundOr404(await findLiveTransport(scope))
  const cancelled = await cancelOwnApplication(scope, ride.publicId)
  return cancelled.ok
    ? redirectWithToast(paths.student.transport('status'), { type: 'success', title: m.places_cancelled() })
    : data({ message: cancelTrouble(cancelled.reason) }, { status: 422 })
}

export default function CancelTransportPage() {
  const { fareName, hindrance, texts } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <PlaceQuestion
      title={m.places_cancel_question()}
      place={fareName}
      message={refusal?.message ?? hindrance}
      texts={texts}
      action={paths.student.cancelTransport}
      button={hindrance ? null : { label: m.places_cancel_application(), busy: m.places_cancelling(), isDanger: true }}
      backHref={paths.student.transport('status')}
    />
  )
}
