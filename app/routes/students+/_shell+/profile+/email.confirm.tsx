import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Alert } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { parseForm, redirectWithToast, requireStudentInPerson } from '~/http/route.server'
import { undoLink } from '~/http/sign-in.server'
import { m } from '~/language/paraglide/messages'
import { confirmEmailChange } from '~/models/people/accounts/email-change.server'
import { mailedTokenSchema } from '~/models/people/accounts/schema'
import { accountsSharingAName } from '~/models/people/students/options'
import { OwnQuestion } from './__own-question'

export const handle = pageTitle(() => m.profile_email_title())

/**
 * Asks for confirmation instead of changing the address at once, since mail scanners also open the links of a mail.
 * Only the signed-in student may confirm.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStudentInPerson(context, request)
  return { token: new URL(request.url).searchParams.get('token') ?? '' }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope, publicId } = await requireStudentInPerson(context, request)
  const form = await parseForm(request, mailedTokenSchema, { secret: ['token'] })
  if (!form.ok) return form.reply()
  const outcome = await confirmEmailChange(scope, publicId, form.value.token, undoLink)
  if (outcome.ok) {
    const message = m.profile_email_done({ email: outcome.value.email })
    return redirectWithToast(paths.student.profile(), { type: 'success', title: m.accounts_updated(), message })
  }
  return form.refuse(
    outcome.reason === 'email-crowded'
      ? m.profile_email_crowded({ count: accountsSharingAName })
      : m.profile_email_failed(),
  )
}

export default function ConfirmEmailPage() {
  const { token } = useLoaderData<typeof loader>()
  const trouble = useActionData<typeof action>()?.error?.['']
  return (
    <OwnQuestion
      title={m.profile_email_title()}
      button={m.profile_email_button()}
      busy={m.profile_email_busy()}
      fields={{ token }}
      backHref={paths.student.profile()}
    >
      {trouble ? <Alert tone="bad" title={m.accounts_change_failed()} text={trouble.join(' ')} /> : null}
      <p>{m.profile_email_text()}</p>
    </OwnQuestion>
  )
}
