import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RemarksForm } from '~/components/decisions/remarks-form'
import { VerbPage } from '~/components/decisions/verb-page'
import { parseForm } from '~/http/forms.server'
import { foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { remarksSchema } from '~/models/shared/decision-schema'
import { rideRefusals } from '~/models/transport/decision-words'
import { suspendApplication } from '~/models/transport/suspend-application.server'
import { requireRide, rideView } from './__transport-application.server'

export const handle = pageTitle(() => 'Suspend the transport', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const { ride } = await requireRide(args, 'transport-applications:decide')
  return rideView(ride, 'suspend')
}

export async function action(args: ActionFunctionArgs) {
  const { staff, ride } = await requireRide(args, 'transport-applications:decide')
  const form = await parseForm(args.request, remarksSchema({ required: true }))
  if (!form.ok) return form.reply()
  const outcome = await suspendApplication(staff.scope, ride.publicId, form.value.remarks ?? '')
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.transportApplication(ride.publicId), {
      type: 'success',
      title: 'Suspended!',
      message: 'The seat is released, and the student is told by notice and mail.',
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse(rideRefusals.over)
}

export default function SuspendTransportPage() {
  const { id, context, obstacle } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const backHref = schoolPaths.transportApplication(id)
  return (
    <VerbPage title="Suspend the transport?" backHref={backHref} context={context} obstacle={obstacle}>
      <RemarksForm backHref={backHref} label="Reason" required submit="Suspend" lastResult={lastResult}>
        <p>
          The student is told the reason and does not travel until you activate the application again. The seat is
          released for others, and no fare is charged in the meantime.
        </p>
      </RemarksForm>
    </VerbPage>
  )
}
