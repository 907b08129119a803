import { useActionData } from '@remix-run/react'
import { ChangePasswordForm } from '~/components/accounts/change-password-form'
import { PageHead } from '~/components/ui'
import { changingPassword } from '~/http/account-pages.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.accounts_change_title(), { hasForm: true })

const page = changingPassword('school')
export const loader = page.loader
export const action = page.action

export default function ChangePasswordPage() {
  return (
    <>
      <PageHead title={m.accounts_change_title()} />
      <ChangePasswordForm side="school" cancelHref={schoolPaths.account} lastResult={useActionData<typeof action>()} />
    </>
  )
}
