import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requestPasswordReset } from '~/models/accounts/request-password-reset.server'
import { forgotPasswordSchema } from '~/models/accounts/schema'
import { parseForm } from './forms.server'
import { anyone } from './guards.server'
import { accountPaths } from './paths'
import type { Role } from './session-cookie.server'
import { resetLink } from './sign-in-links.server'
import { seeOther } from './toast.server'

/** Whether the mail was asked for already: the page says so instead of asking. */
export function forgotPasswordState({ request }: LoaderFunctionArgs): { sent: boolean } {
  anyone()
  return { sent: new URL(request.url).searchParams.has('sent') }
}

/** Mails the links of an address on one side of the portal; the answer is the same whether or not there is an account. */
export async function mailResetLinks({ request }: ActionFunctionArgs, side: Role) {
  const form = await parseForm(request, forgotPasswordSchema)
  if (!form.ok) return form.reply()
  await requestPasswordReset(anyone(), side === 'school' ? 'staff' : 'student', form.value.email, resetLink(side))
  return seeOther(`${accountPaths[side].forgotPassword}?sent=1`)
}
