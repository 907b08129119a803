import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { VerbPage } from '~/components/decisions/verb-page'
import { parseForm } from '~/http/forms.server'
import { foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { endByOffice } from '~/models/transport/close-application.server'
import { rideRefusals } from '~/models/transport/decision-words'
import { endingSchema } from '~/models/transport/office-schema'
import { EndingForm } from './__ending-form'
import { requireRide, rideView } from './__transport-application.server'

export const handle = pageTitle(() => 'End the transport', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const { ride } = await requireRide(args, 'transport-applications:decide')
  const today = todayInIndia(new Date())
  return { ...rideView(ride, 'end'), earliest: ride.startsOn ?? today, today }
}

export async function action(args: ActionFunctionArgs) {
  const { staff, ride } = await requireRide(args, 'transport-applications:decide')
  const form = await parseForm(args.request, endingSchema)
  if (!form.ok) return form.reply()
  const outcome = await endByOffice(staff.scope, ride.publicId, { kind: 'ended', ...form.value })
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.transportApplication(ride.publicId), {
      type: 'success',
      title: 'Ended!',
      message: 'The seat is released, and the student is told by notice and mail.',
    })
  }
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'day-wrong': {
      const first = ride.startsOn && formatDay(ride.startsOn, 'en')
      return form.refuse(null, { day: [`Choose a day from the first day of travel, ${first}, to today`] })
    }
    case 'provider-down':
      return form.refuse(rideRefusals['provider-down'])
    default:
      return form.refuse(rideRefusals.over)
  }
}

export default function EndTransportPage() {
  const { id, context, obstacle, earliest, today } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const backHref = schoolPaths.transportApplication(id)
  return (
    <VerbPage title="End the transport?" backHref={backHref} context={context} obstacle={obstacle}>
      <EndingForm backHref={backHref} earliest={earliest} today={today} lastResult={lastResult} />
    </VerbPage>
  )
}
