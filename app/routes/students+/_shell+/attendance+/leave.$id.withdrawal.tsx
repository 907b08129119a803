import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Alert, ButtonLink, PageHead, SubmitButton } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, redirectWithToast, requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findOwnLeave, withdrawLeave } from '~/models/learning/attendance/leave-applications.server'

export const handle = pageTitle(() => m.attendance_withdraw_question())

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'acts')
  const application = foundOr404(isPublicId(params.id) ? await findOwnLeave(scope, params.id) : null)
  return { startsOn: application.startsOn, endsOn: application.endsOn, isOpen: application.state === 'pending' }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'acts')
  const application = foundOr404(isPublicId(params.id) ? await findOwnLeave(scope, params.id) : null)
  const outcome = await withdrawLeave(scope, application.publicId)
  if (!outcome.ok) return data({ status: 'error' as const }, { status: 422 })
  return redirectWithToast(paths.student.leave, { type: 'success', title: m.attendance_withdrawn_toast() })
}

export default function WithdrawLeavePage() {
  const { startsOn, endsOn, isOpen } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const isLate = !isOpen || refused !== undefined
  const language = currentLanguage()
  return (
    <>
      <PageHead
        title={m.attendance_withdraw_question()}
        context={m.attendance_span({ from: formatDay(startsOn, language), until: formatDay(endsOn, language) })}
      />
      <div className="card">
        {isLate ? <Alert tone="bad" text={m.attendance_withdraw_late()} /> : <p>{m.attendance_withdraw_text()}</p>}
        <Form method="post" className="actions">
          {isLate ? null : (
            <SubmitButton variant="danger" busyText={m.attendance_sending()}>
              {m.attendance_withdraw()}
            </SubmitButton>
          )}
          <ButtonLink href={paths.student.leave} variant="secondary" label={m.attendance_back()} />
        </Form>
      </div>
    </>
  )
}
