import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { WhoseAccountPage } from '~/components/accounts/whose-account-page'
import { applicationTicket, signInTicket } from '~/http/own-cookies.server'
import { pageTitle, paths } from '~/http/paths'
import { anyone, openingUnlessSuspended, parseForm, seeOther } from '~/http/route.server'
import { browserOf, enterAsStudent } from '~/http/sign-in.server'
import { m } from '~/language/paraglide/messages'
import { listApplications } from '~/models/entry/admissions/applicants/find-applicants.server'
import { chooseAccountSchema } from '~/models/people/accounts/schema'
import { chooseAccount, listAccountChoices } from '~/models/people/accounts/sign-in/choose-account.server'

export const handle = pageTitle(() => m.accounts_whose_title(), { hasForm: true })

/** Reached from login only, with the ticket that lists the accounts and registrations that the password matches. */
export async function loader({ request }: LoaderFunctionArgs) {
  const ticket = await signInTicket.read(request)
  if (!ticket) throw redirect(paths.student.login)
  const [accounts, applications] = await Promise.all([
    listAccountChoices(anyone(), ticket.accounts),
    listApplications(anyone(), ticket.applications),
  ])
  return {
    choices: [
      ...accounts.map(({ publicId, firstName, schoolName }) => ({
        value: publicId,
        label: firstName,
        hint: schoolName,
      })),
      ...applications.map(({ publicId, firstName, schoolName }) => ({
        value: publicId,
        label: firstName,
        hint: m.admissions_whose_hint({ school: schoolName }),
      })),
    ],
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ticket = await signInTicket.read(request)
  if (!ticket) return seeOther(paths.student.login)
  const form = await parseForm(request, chooseAccountSchema)
  if (!form.ok) return form.reply()
  if (ticket.applications.includes(form.value.account)) {
    const headers = new Headers({ 'Set-Cookie': await applicationTicket.header({ application: form.value.account }) })
    headers.append('Set-Cookie', await signInTicket.used())
    return seeOther(paths.student.application, headers)
  }
  const browser = await browserOf(request, 'student', ticket.shared)
  const outcome = await openingUnlessSuspended(() =>
    chooseAccount(anyone(), ticket.accounts, form.value.account, browser),
  )
  if (!outcome.ok) return form.refuse(null, { account: [m.accounts_account_required()] })
  const response = await enterAsStudent(outcome.value, browser, ticket.redirectTo)
  response.headers.append('Set-Cookie', await signInTicket.used())
  return response
}

export default function WhoseStudentAccountPage() {
  const { choices } = useLoaderData<typeof loader>()
  return <WhoseAccountPage side="student" choices={choices} lastResult={useActionData<typeof action>()} />
}
