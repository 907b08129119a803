import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RemarksForm } from '~/components/decisions/remarks-form'
import { VerbPage } from '~/components/decisions/verb-page'
import { WaitingMoneyOfEnded } from '~/components/decisions/waiting-money'
import { parseForm } from '~/http/forms.server'
import { foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { rejectApplication } from '~/models/hostels/close-application.server'
import { remarksSchema } from '~/models/shared/decision-schema'
import { decisionView, requireApplication, waitingMoney } from './__hostel-application.server'
import { decisionRefusals } from './__words'

export const handle = pageTitle(() => 'Reject the application', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const found = await requireApplication(args, 'hostel-applications:decide')
  return { ...decisionView(found.application, 'reject'), waiting: await waitingMoney(found) }
}

export async function action(args: ActionFunctionArgs) {
  const { staff, application } = await requireApplication(args, 'hostel-applications:decide')
  const form = await parseForm(args.request, remarksSchema({ required: true }))
  if (!form.ok) return form.reply()
  const outcome = await rejectApplication(staff.scope, application.publicId, form.value.remarks)
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.hostelApplication(application.publicId), {
      type: 'success',
      title: 'Rejected!',
      message: 'The student is told by notice and mail.',
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse(decisionRefusals[outcome.reason])
}

export default function RejectHostelPage() {
  const { id, context, obstacle, waiting } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <VerbPage
      title="Reject the application?"
      backHref={schoolPaths.hostelApplication(id)}
      context={context}
      obstacle={obstacle}
    >
      <RemarksForm
        backHref={schoolPaths.hostelApplication(id)}
        label="Reason"
        required
        submit="Reject"
        lastResult={lastResult}
      >
        <p>
          The student is told the reason. Nothing is owed any more. You then decide how much of the payment to refund.
        </p>
        <WaitingMoneyOfEnded {...waiting} />
      </RemarksForm>
    </VerbPage>
  )
}
