import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { Alert, LinkParagraph, SubmitButton } from '~/components/ui'
import { accountPaths, pageTitle, paths } from '~/http/paths'
import { anyone, parseForm, redirectWithToast } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { mailedTokenSchema } from '~/models/people/accounts/schema'
import { findUndo, undoSignInChange } from '~/models/people/accounts/undo-sign-in-change.server'

export const handle = pageTitle(() => m.accounts_undo_title())

/** Asks for confirmation instead of undoing the change at once, since mail scanners also open the links of a mail. */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const undo = await findUndo(anyone(), token)
  if (!undo) return data({ token, undo: null }, { status: 404 })
  const { mobile, ...told } = undo
  return data({ token, undo: { ...told, mobileEnd: mobile.slice(-4) } })
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await parseForm(request, mailedTokenSchema, { secret: ['token'] })
  if (!form.ok) return data({ trouble: m.accounts_undo_not_valid() }, { status: 404 })
  const outcome = await undoSignInChange(anyone(), form.value.token)
  if (outcome.ok) {
    const { email, resetToken } = outcome.value
    const toast = { type: 'success', title: m.accounts_undo_done(), message: m.accounts_undo_choose() } as const
    return redirectWithToast(
      `${accountPaths.student.resetPassword}?${new URLSearchParams({ email, token: resetToken })}`,
      toast,
    )
  }
  if (outcome.reason === 'link-not-valid') return data({ trouble: m.accounts_undo_not_valid() }, { status: 404 })
  const trouble = outcome.reason === 'crowded' ? m.accounts_undo_crowded() : m.accounts_undo_by_office()
  return data({ trouble }, { status: 422 })
}

export default function UndoChangePage() {
  const { token, undo } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const trouble = answer?.trouble ?? (undo ? null : m.accounts_undo_not_valid())
  return (
    <AccountPage side="student" title={m.accounts_undo_title()}>
      {trouble ? <Alert tone="bad" title={m.accounts_undo_failed()} text={trouble} /> : null}
      {undo && !trouble ? (
        <Form method="post">
          <p>
            {m.accounts_undo_text({ name: undo.name, school: undo.schoolName, email: undo.email, end: undo.mobileEnd })}
          </p>
          <p>{m.accounts_undo_then()}</p>
          <input type="hidden" name="token" value={token} />
          <SubmitButton busyText={m.accounts_undo_busy()} className="btn-full">
            {m.accounts_undo_button()}
          </SubmitButton>
        </Form>
      ) : (
        <LinkParagraph href={paths.student.login} label={m.accounts_back_to_login()} />
      )}
    </AccountPage>
  )
}
