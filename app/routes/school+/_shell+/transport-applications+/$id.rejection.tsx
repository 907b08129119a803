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
import { endByOffice } from '~/models/transport/close-application.server'
import { rideRefusals } from '~/models/transport/decision-words'
import { requireRide, rideView } from './__transport-application.server'

export const handle = pageTitle(() => 'Reject the application', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const { ride } = await requireRide(args, 'transport-applications:decide')
  return rideView(ride, 'reject')
}

export async function action(args: ActionFunctionArgs) {
  const { staff, ride } = await requireRide(args, 'transport-applications:decide')
  const form = await parseForm(args.request, remarksSchema({ required: true }))
  if (!form.ok) return form.reply()
  const outcome = await endByOffice(staff.scope, ride.publicId, { kind: 'rejected', remarks: form.value.remarks ?? '' })
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.transportApplication(ride.publicId), {
      type: 'success',
      title: 'Rejected!',
      message: 'The student is told by notice and mail.',
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  switch (outcome.reason) {
    case 'rides':
    case 'provider-down':
      return form.refuse(rideRefusals[outcome.reason])
    default:
      return form.refuse(rideRefusals.over)
  }
}

export default function RejectTransportPage() {
  const { id, context, obstacle } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const backHref = schoolPaths.transportApplication(id)
  return (
    <VerbPage title="Reject the application?" backHref={backHref} context={context} obstacle={obstacle}>
      <RemarksForm backHref={backHref} label="Reason" required submit="Reject" lastResult={lastResult}>
        <p>The student is told the reason. Nothing is owed any more.</p>
      </RemarksForm>
    </VerbPage>
  )
}
