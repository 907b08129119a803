import { useActionData, useLoaderData } from '@remix-run/react'
import type { FormResult } from '~/components/forms/use-server-form'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { AccountPage } from './account-page'
import { ForgotPasswordForm } from './forgot-password-form'

/** The page that asks for the e-mail of an account, of both roles. */
export function ForgotPasswordPage({ side }: { side: 'student' | 'school' }) {
  const { sent } = useLoaderData() as { sent: boolean }
  const lastResult = useActionData() as FormResult | undefined
  return (
    <AccountPage side={side} title={m.accounts_forgot_title()} root={useRootData()}>
      <ForgotPasswordForm side={side} sent={sent} lastResult={lastResult} />
    </AccountPage>
  )
}
