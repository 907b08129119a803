import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { VerbPage } from '~/components/decisions/verb-page'
import { parseForm } from '~/http/forms.server'
import { foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { moveSchema } from '~/models/hostels/decision-schema'
import { checkIn } from '~/models/hostels/move-in-and-out.server'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { decisionView, requireApplication } from './__hostel-application.server'
import { MoveForm } from './__move-form'
import { decisionRefusals } from './__words'

export const handle = pageTitle(() => 'Check in', { hasForm: true })

export async function loader(args: LoaderFunctionArgs) {
  const { application } = await requireApplication(args, 'hostel-applications:decide')
  const today = todayInIndia(new Date())
  const { checkInDate } = application
  const view = decisionView(application, 'checkIn')
  const tooEarly =
    checkInDate > today
      ? `The stay begins on ${formatDay(checkInDate, 'en')}. The student cannot check in earlier.`
      : null
  return { ...view, obstacle: view.obstacle ?? tooEarly, checkInDate, today }
}

export async function action(args: ActionFunctionArgs) {
  const { staff, application } = await requireApplication(args, 'hostel-applications:decide')
  const form = await parseForm(args.request, moveSchema)
  if (!form.ok) return form.reply()
  const outcome = await checkIn(staff.scope, application.publicId, form.value.day)
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.hostelApplication(application.publicId), {
      type: 'success',
      title: 'Checked in!',
      message: 'The student is told by notice and mail.',
    })
  }
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'future-date':
      return form.refuse(null, { day: ['The date cannot be in the future'] })
    case 'too-early':
      return form.refuse(null, { day: [`The stay begins on ${formatDay(application.checkInDate, 'en')}`] })
    default:
      return form.refuse(decisionRefusals.over)
  }
}

export default function CheckInPage() {
  const { id, context, obstacle, checkInDate, today } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <VerbPage title="Check in" backHref={schoolPaths.hostelApplication(id)} context={context} obstacle={obstacle}>
      <MoveForm
        id={id}
        label="Moved in on"
        submit="Check in"
        earliest={checkInDate}
        today={today}
        lastResult={lastResult}
      >
        <p>{`The student applied for a stay from ${formatDay(checkInDate, 'en')}.`}</p>
      </MoveForm>
    </VerbPage>
  )
}
