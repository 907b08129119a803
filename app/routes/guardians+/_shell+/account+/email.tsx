import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Alert, ButtonLink, Card, PageHead, SubmitButton } from '~/components/ui'
import { readSessionToken } from '~/http/own-cookies.server'
import { pageTitle, paths } from '~/http/paths'
import { parseForm, redirectWithToast, requireGuardian } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { mailedTokenSchema } from '~/models/people/accounts/schema'
import { confirmEmail } from '~/models/people/guardians/change-sign-in.server'
import { accountsSharingAName } from '~/models/people/students/options'

export const handle = pageTitle(() => m.profile_email_title())

/**
 * Asks for confirmation instead of changing the address at once, since mail scanners also open the links of a mail.
 * Only the signed-in guardian may confirm.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireGuardian(context, request)
  return { token: new URL(request.url).searchParams.get('token') ?? '' }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireGuardian(context, request)
  const form = await parseForm(request, mailedTokenSchema, { secret: ['token'] })
  if (!form.ok) return form.reply()
  const keepToken = (await readSessionToken(request, 'guardian')) ?? ''
  const outcome = await confirmEmail(scope, form.value.token, { keepToken, language: currentLanguage() })
  if (outcome.ok) {
    const message = m.profile_email_done({ email: outcome.value.email })
    return redirectWithToast(paths.guardian.account, { type: 'success', title: m.accounts_updated(), message })
  }
  return form.refuse(
    outcome.reason === 'crowded'
      ? m.guardians_sign_in_crowded({ count: accountsSharingAName })
      : m.guardians_email_failed(),
  )
}

export default function ConfirmGuardianEmailPage() {
  const { token } = useLoaderData<typeof loader>()
  const trouble = useActionData<typeof action>()?.error?.['']
  return (
    <>
      <PageHead title={m.profile_email_title()} />
      <Card>
        {trouble ? <Alert tone="bad" title={m.accounts_change_failed()} text={trouble.join(' ')} /> : null}
        <p>{m.guardians_email_text()}</p>
        <Form method="post" className="actions">
          <input type="hidden" name="token" value={token} />
          <SubmitButton busyText={m.profile_email_busy()}>{m.profile_email_button()}</SubmitButton>
          <ButtonLink href={paths.guardian.account} variant="secondary" label={m.accounts_cancel()} />
        </Form>
      </Card>
    </>
  )
}
