import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { LinkAlone } from '~/components/accounts/link-alone'
import { Alert, SubmitButton } from '~/components/ui'
import { anyone, parseForm } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { browserOf, enterAsStaff } from '~/http/sign-in.server'
import { m } from '~/language/paraglide/messages'
import { mailedTokenSchema } from '~/models/accounts/schema'
import { findRegistration, openSchool } from '~/models/accounts/school-registration.server'
import { schoolsOpenAtOnce } from '~/services/site.server'

export const handle = pageTitle(() => m.accounts_open_title())

/** The link of the mail leads here and asks: programs that look through mails open links too. */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return { token, registration: await findRegistration(anyone(), token) }
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await parseForm(request, mailedTokenSchema, { secret: ['token'] })
  if (!form.ok) return form.reply()
  const browser = await browserOf(request, 'school', false)
  // Open to the public too where the installation lets every school in.
  const opened = await openSchool(anyone(), form.value.token, browser, schoolsOpenAtOnce())
  if (opened.ok) return enterAsStaff(opened.value, browser, undefined, 'Registered!')
  return form.refuse(opened.reason === 'email-taken' ? m.accounts_open_taken() : m.accounts_open_not_valid())
}

export default function OpenSchoolPage() {
  const { token, registration } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.error?.['']?.join(' ')
  const trouble = refusal ?? (registration ? null : m.accounts_open_not_valid())
  return (
    <AccountPage side="school" title={m.accounts_open_title()}>
      {trouble ? (
        <>
          <Alert tone="bad" title="Registration Failed">
            <p>{trouble}</p>
          </Alert>
          <LinkAlone href={schoolPaths.register}>{m.accounts_open_again()}</LinkAlone>
          <LinkAlone href={schoolPaths.login}>{m.accounts_back_to_login()}</LinkAlone>
        </>
      ) : null}
      {registration && !refusal ? (
        <>
          <p>
            {m.accounts_open_text({
              school: registration.name,
              person: registration.person,
              email: registration.email,
            })}
          </p>
          <Form method="post">
            <input type="hidden" name="token" value={token} />
            <SubmitButton busyText={m.accounts_open_busy()} className="btn-full">
              {m.accounts_open_button()}
            </SubmitButton>
          </Form>
        </>
      ) : null}
    </AccountPage>
  )
}
