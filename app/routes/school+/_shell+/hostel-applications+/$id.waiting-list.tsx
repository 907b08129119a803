import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { RemarksForm } from '~/components/decisions/remarks-form'
import { VerbPage } from '~/components/decisions/verb-page'
import { ButtonLink } from '~/components/ui/button'
import { parseForm } from '~/http/forms.server'
import { foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { waitlistApplication } from '~/models/hostels/waitlist-application.server'
import { remarksSchema } from '~/models/shared/decision-schema'
import { decisionView, requireApplication, waitingMoney } from './__hostel-application.server'
import { decisionRefusals } from './__words'

export const handle = pageTitle(() => 'Put the application on the waiting list', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const found = await requireApplication(args, 'hostel-applications:decide')
  const { application } = found
  const view = decisionView(application, 'waitlist')
  const { payments, mayCorrect } = await waitingMoney(found)
  const [first] = payments
  return {
    ...view,
    obstacle: view.obstacle ?? (first ? decisionRefusals.declared : null),
    declared: view.obstacle === null && first && mayCorrect ? first.publicId : null,
    remarks: application.adminRemarks,
  }
}

export async function action(args: ActionFunctionArgs) {
  const { staff, application } = await requireApplication(args, 'hostel-applications:decide')
  const form = await parseForm(args.request, remarksSchema({ required: false }))
  if (!form.ok) return form.reply()
  const outcome = await waitlistApplication(staff.scope, application.publicId, form.value.remarks)
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.hostelApplication(application.publicId), {
      type: 'success',
      title: 'On the waiting list!',
      message: 'The student is told by notice and mail.',
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return form.refuse(decisionRefusals[outcome.reason])
}

export default function WaitlistHostelPage() {
  const { id, context, obstacle, declared, remarks } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <VerbPage
      title="Put the application on the waiting list?"
      backHref={schoolPaths.hostelApplication(id)}
      context={context}
      obstacle={obstacle}
      instead={
        declared ? (
          <ButtonLink href={schoolPaths.transfer(declared)} variant="next">
            Confirm or refuse it
          </ButtonLink>
        ) : null
      }
    >
      <RemarksForm
        backHref={schoolPaths.hostelApplication(id)}
        remarks={remarks}
        submit="Put on the waiting list"
        lastResult={lastResult}
      >
        <p>
          Nothing is owed until there is a bed. A bed that becomes free is offered to the first student on the waiting
          list, for 48 hours.
        </p>
      </RemarksForm>
    </VerbPage>
  )
}
