import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { ChangePasswordForm } from '~/components/accounts/change-password-form'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { requireStudent } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { readSessionToken, sessionCookieHeader } from '~/http/session-cookie.server'
import { passwordProblemWords, waitWords } from '~/http/sign-in-words.server'
import { redirectWithToast } from '~/http/toast.server'
import { m } from '~/language/paraglide/messages'
import { changePassword } from '~/models/accounts/change-password.server'
import { changePasswordSchema } from '~/models/accounts/schema'

export const handle = pageTitle(() => m.accounts_change_title(), { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStudent(context, request)
  return null
}

export async function action({ context, request }: ActionFunctionArgs) {
  const student = await requireStudent(context, request)
  const secret = ['current_password', 'password', 'password_confirmation']
  const form = await parseForm(request, changePasswordSchema, { secret })
  if (!form.ok) return form.reply()
  const { current_password: current, password: next } = form.value
  const token = (await readSessionToken(request, 'student')) ?? ''
  const changed = await changePassword(student.scope, { current, next }, token)
  if (changed.ok) {
    const cookie = await sessionCookieHeader('student', changed.value.token, { lasting: changed.value.lasting })
    const toast = { type: 'success', title: m.accounts_updated(), message: m.accounts_password_changed() } as const
    return redirectWithToast(paths.student.settings, toast, { 'Set-Cookie': cookie })
  }
  if (changed.reason === 'slowed') return form.refuse(m.accounts_slowed({ wait: waitWords(changed.waitSeconds) }))
  if (changed.reason === 'wrong-password') {
    return form.refuse(null, { current_password: [m.accounts_password_incorrect()] })
  }
  return form.refuse(null, { password: [passwordProblemWords(changed.reason, 'student')] })
}

export default function ChangePasswordPage() {
  return (
    <>
      <PageHead title={m.accounts_change_title()} context={m.accounts_settings_password_text()} />
      <ChangePasswordForm
        side="student"
        cancelHref={paths.student.settings}
        lastResult={useActionData<typeof action>()}
      />
    </>
  )
}
