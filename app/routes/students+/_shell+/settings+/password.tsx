import { useActionData } from '@remix-run/react'
import { ChangePasswordForm } from '~/components/accounts/change-password-form'
import { PageHead } from '~/components/ui'
import { changingPassword } from '~/http/account-pages.server'
import { pageTitle, paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.accounts_change_title(), { hasForm: true })

const page = changingPassword('student')
export const loader = page.loader
export const action = page.action

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
