import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { VerbPage } from '~/components/decisions/verb-page'
import { parseForm } from '~/http/forms.server'
import { foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { formatPaise } from '~/models/shared/money'
import { clockOf } from '~/models/shared/time-of-day'
import { activateApplication } from '~/models/transport/activate-application.server'
import { activationName, rideRefusals } from '~/models/transport/decision-words'
import { activationSchema } from '~/models/transport/office-schema'
import { rideTimes } from '~/models/vehicles/ride-times'
import { ActivationForm } from './__activation-form'
import { requireRide, rideView, runChoices, stopOf, timeErrors } from './__transport-application.server'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ verb }) => verb, { hasForm: true })

const clock = (minute: number | null) => (minute === null ? null : clockOf(minute))

const noSeat = 'Every vehicle is full or not running now. Give a vehicle more seats, or add a vehicle with its routes.'

export async function loader(args: LoaderFunctionArgs) {
  const { staff, ride } = await requireRide(args, 'transport-applications:decide')
  const { options, chosen } = await runChoices(staff.scope, ride)
  const view = rideView(ride, 'activate')
  return {
    ...view,
    obstacle: view.obstacle ?? (options.length > 0 ? null : noSeat),
    verb: activationName(ride.status),
    runs: options,
    chosen: chosen?.publicId ?? '',
    // Of the seat that the student has: they stay while another is not chosen.
    now: chosen && ride.status === 'active' ? { pickup: clock(ride.pickupMinute), drop: clock(ride.dropMinute) } : null,
    owed: ride.status !== 'active' && ride.owedPaise > 0 ? formatPaise(ride.owedPaise, { style: 'exact' }) : null,
  }
}

export async function action(args: ActionFunctionArgs) {
  const { staff, ride } = await requireRide(args, 'transport-applications:decide')
  const form = await parseForm(args.request, activationSchema)
  if (!form.ok) return form.reply()
  const { run: runId, pickup_time, drop_time, even_unpaid } = form.value
  if (runId === null) return form.refuse(null, { run: [rideRefusals['no-run']] })
  const { runs } = await runChoices(staff.scope, ride)
  const run = runs.find((one) => one.publicId === runId) ?? null
  if (!run) return form.refuse(null, { run: [rideRefusals.full] })
  const isSameSeat = ride.status === 'active' && runId === ride.runPublicId
  const said = {
    pickupMinute: pickup_time ?? (isSameSeat ? ride.pickupMinute : null),
    dropMinute: drop_time ?? (isSameSeat ? ride.dropMinute : null),
  }
  const errors = timeErrors(said, run)
  if (errors) return form.refuse(null, errors)
  const { pickupMinute, dropMinute } = rideTimes(said, stopOf(ride), run)
  if (pickupMinute === null || dropMinute === null || pickupMinute >= dropMinute) {
    return form.refuse(null, { drop_time: ['Enter when the vehicle brings the student back, after the pickup'] })
  }
  const outcome = await activateApplication(staff.scope, ride.publicId, {
    runId,
    pickupMinute,
    dropMinute,
    evenUnpaid: even_unpaid === 'on',
  })
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.transportApplication(ride.publicId), {
      type: 'success',
      title: 'Activated!',
      message: 'The student has the seat and is told by notice and mail.',
    })
  }
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'no-run':
    case 'full':
      return form.refuse(null, { run: [rideRefusals[outcome.reason]] })
    case 'unpaid':
      return form.refuse(null, {
        even_unpaid: ['Dues are unpaid. Tick this if the student may travel anyway'],
      })
    case 'provider-down':
      return form.refuse(rideRefusals['provider-down'])
    default:
      return form.refuse(rideRefusals.over)
  }
}

export default function ActivateTransportPage() {
  const { id, context, obstacle, verb, ...form } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const backHref = schoolPaths.transportApplication(id)
  return (
    <VerbPage title={verb} backHref={backHref} context={context} obstacle={obstacle}>
      <ActivationForm {...form} submit={verb} backHref={backHref} lastResult={lastResult} />
    </VerbPage>
  )
}
