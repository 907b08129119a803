import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { WhoseAccountPage } from '~/components/accounts/whose-account-page'
import { guardianTicket } from '~/http/own-cookies.server'
import { pageTitle, paths } from '~/http/paths'
import { anyone, openingUnlessSuspended, parseForm, seeOther } from '~/http/route.server'
import { browserOf, enterAsGuardian } from '~/http/sign-in.server'
import { m } from '~/language/paraglide/messages'
import { chooseAccountSchema } from '~/models/people/accounts/schema'
import { chooseGuardianAccount, listGuardianChoices } from '~/models/people/guardians/choose-account.server'

export const handle = pageTitle(() => m.accounts_whose_title(), { hasForm: true })

/** Reached from login only, with the ticket that lists the accounts that the password matches. */
export async function loader({ request }: LoaderFunctionArgs) {
  const ticket = await guardianTicket.read(request)
  if (!ticket) throw redirect(paths.guardian.login)
  const choices = await listGuardianChoices(anyone(), ticket.accounts)
  return {
    choices: choices.map(({ publicId, name, schools }) => ({
      value: publicId,
      label: name,
      hint: schools ?? undefined,
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ticket = await guardianTicket.read(request)
  if (!ticket) return seeOther(paths.guardian.login)
  const form = await parseForm(request, chooseAccountSchema)
  if (!form.ok) return form.reply()
  const browser = await browserOf(request, 'guardian', ticket.shared)
  const outcome = await openingUnlessSuspended(() =>
    chooseGuardianAccount(anyone(), ticket.accounts, form.value.account, browser),
  )
  if (!outcome.ok) return form.refuse(null, { account: [m.accounts_account_required()] })
  const response = await enterAsGuardian(outcome.value, browser, ticket.redirectTo)
  response.headers.append('Set-Cookie', await guardianTicket.used())
  return response
}

export default function WhoseGuardianAccountPage() {
  const { choices } = useLoaderData<typeof loader>()
  return <WhoseAccountPage side="guardian" choices={choices} lastResult={useActionData<typeof action>()} />
}
