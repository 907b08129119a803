import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { ButtonLink, SubmitButton } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { redirectWithToast, requireApplication } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { withdrawAdmission } from '~/models/entry/admissions/applicants/decide-admission.server'
import { fullName } from '~/models/people/students/rules'

export const handle = pageTitle(() => m.admissions_withdraw_title())

export async function loader({ request }: LoaderFunctionArgs) {
  const { application } = await requireApplication(request)
  if (application.state !== 'pending') throw redirect(paths.student.application)
  return { name: fullName(application), school: application.schoolName }
}

export async function action({ request }: ActionFunctionArgs) {
  const { application, scope } = await requireApplication(request)
  const outcome = await withdrawAdmission(scope, application.publicId)
  return redirectWithToast(
    paths.student.application,
    outcome.ok
      ? { type: 'success', title: m.admissions_withdrawn() }
      : { type: 'info', title: m.admissions_withdraw_late() },
  )
}

export default function WithdrawApplicationPage() {
  const { name, school } = useLoaderData<typeof loader>()
  return (
    <AccountPage side="student" title={m.admissions_withdraw_title()}>
      <p>{m.admissions_withdraw_text({ name, school })}</p>
      <Form method="post" className="actions">
        <SubmitButton variant="danger" busyText={m.admissions_withdraw_busy()}>
          {m.admissions_withdraw()}
        </SubmitButton>
        <ButtonLink href={paths.student.application} variant="secondary" label={m.admissions_cancel()} />
      </Form>
    </AccountPage>
  )
}
