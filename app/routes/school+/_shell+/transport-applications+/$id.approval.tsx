import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { VerbPage } from '~/components/decisions/verb-page'
import { Alert } from '~/components/ui/alert'
import { parseForm } from '~/http/forms.server'
import { foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { addDays, formatDay, todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { approveApplication } from '~/models/transport/approve-application.server'
import { rideRefusals, straightLine } from '~/models/transport/decision-words'
import { approvalSchema } from '~/models/transport/office-schema'
import { startDaysAhead, startDaysBack } from '~/models/transport/options'
import { kmOf } from '~/models/transport/rules'
import { ApprovalForm } from './__approval-form'
import { requireRide, rideView, runChoices } from './__transport-application.server'

export const handle = pageTitle(() => 'Approve the application', { hasForm: true })

function possibleDays() {
  const today = todayInIndia(new Date())
  return { suggested: today, earliest: addDays(today, -startDaysBack), latest: addDays(today, startDaysAhead) }
}

export async function loader(args: LoaderFunctionArgs) {
  const { staff, ride } = await requireRide(args, 'transport-applications:decide')
  const { options, chosen, isWantedFull } = await runChoices(staff.scope, ride)
  return {
    ...rideView(ride, 'approve'),
    first: formatPaise(ride.periodPaise + ride.depositPaise, { style: 'exact' }),
    days: possibleDays(),
    runs: options,
    chosen: chosen?.publicId ?? '',
    full: isWantedFull ? `${ride.fareName} has no free seat, or is not running now.` : null,
    needsRun: ride.kind === 'vehicle',
    straight: ride.isStraight ? `The fare is for ${kmOf(ride.distanceMetres)} km ${straightLine}.` : null,
  }
}

export async function action(args: ActionFunctionArgs) {
  const { staff, ride } = await requireRide(args, 'transport-applications:decide')
  const form = await parseForm(args.request, approvalSchema)
  if (!form.ok) return form.reply()
  const { starts_on, run, remarks } = form.value
  const outcome = await approveApplication(staff.scope, ride.publicId, { startsOn: starts_on, runId: run, remarks })
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.transportApplication(ride.publicId), {
      type: 'success',
      title: 'Approved!',
      message: 'The student is told by notice and mail what is to be paid.',
    })
  }
  const { earliest, latest } = possibleDays()
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'day-wrong':
      return form.refuse(null, {
        starts_on: [`Choose a day from ${formatDay(earliest, 'en')} to ${formatDay(latest, 'en')}`],
      })
    case 'no-run':
    case 'full':
      return form.refuse(null, { run: [rideRefusals[outcome.reason]] })
    default:
      return form.refuse(rideRefusals.over)
  }
}

export default function ApproveTransportPage() {
  const { id, context, obstacle, full, straight, ...form } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const backHref = schoolPaths.transportApplication(id)
  return (
    <VerbPage title="Approve the application?" backHref={backHref} context={context} obstacle={obstacle}>
      {full ? (
        <Alert tone="warn" title="The wanted vehicle is full">
          <p>{`${full} Choose another, or reject the application.`}</p>
        </Alert>
      ) : null}
      {straight ? (
        <Alert tone="info" title="Measured along the straight line">
          <p>{`${straight} The distance by road is longer.`}</p>
        </Alert>
      ) : null}
      <ApprovalForm {...form} backHref={backHref} lastResult={lastResult} />
    </VerbPage>
  )
}
