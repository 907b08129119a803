import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { VerbPage } from '~/components/decisions/verb-page'
import { parseForm } from '~/http/forms.server'
import { foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { moveSchema } from '~/models/hostels/decision-schema'
import { checkOut } from '~/models/hostels/move-in-and-out.server'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { decisionView, requireApplication } from './__hostel-application.server'
import { MoveForm } from './__move-form'
import { decisionRefusals } from './__words'

export const handle = pageTitle(() => 'Check out', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const { application } = await requireApplication(args, 'hostel-applications:decide')
  const today = todayInIndia(new Date())
  return { ...decisionView(application, 'checkOut'), checkedInOn: application.checkedInOn ?? today, today }
}

export async function action(args: ActionFunctionArgs) {
  const { staff, application } = await requireApplication(args, 'hostel-applications:decide')
  const form = await parseForm(args.request, moveSchema)
  if (!form.ok) return form.reply()
  const outcome = await checkOut(staff.scope, application.publicId, form.value.day)
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.hostelApplication(application.publicId), {
      type: 'success',
      title: 'Checked out!',
      message: 'The bed is released, and the student is told by notice and mail.',
    })
  }
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'future-date':
      return form.refuse(null, { day: ['The date cannot be in the future'] })
    case 'before-check-in':
      return form.refuse(null, { day: ['The student moved in later than that'] })
    case 'provider-down':
      return form.refuse(decisionRefusals['provider-down'])
    default:
      return form.refuse(decisionRefusals.over)
  }
}

export default function CheckOutPage() {
  const { id, context, obstacle, checkedInOn, today } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <VerbPage title="Check out" backHref={schoolPaths.hostelApplication(id)} context={context} obstacle={obstacle}>
      <MoveForm
        id={id}
        label="Moved out on"
        submit="Check out"
        earliest={checkedInOn}
        today={today}
        lastResult={lastResult}
      >
        <p>
          {`The student moved in on ${formatDay(checkedInOn, 'en')}. The bed is released and offered to the first student on the waiting list; months that begin on or after that day are not owed. You then decide how much of the deposit to refund.`}
        </p>
      </MoveForm>
    </VerbPage>
  )
}
