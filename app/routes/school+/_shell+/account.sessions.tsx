import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHead } from '~/components/ui/page-head'
import { SubmitButton } from '~/components/ui/submit-button'
import { requireAnyStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { readSessionToken } from '~/http/session-cookie.server'
import { redirectWithToast } from '~/http/toast.server'
import { m } from '~/language/paraglide/messages'
import { signOutEverywhere } from '~/models/accounts/sign-out-everywhere.server'

export const handle = pageTitle(() => m.accounts_everywhere_title())

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAnyStaff(context, request)
  return null
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireAnyStaff(context, request)
  await signOutEverywhere(scope, (await readSessionToken(request, 'school')) ?? '')
  const toast = { type: 'success', title: m.accounts_updated(), message: m.accounts_everywhere_done() } as const
  return redirectWithToast(schoolPaths.account, toast)
}

export default function StaffSessionsPage() {
  return (
    <>
      <PageHead title={m.accounts_everywhere_title()} context={m.accounts_everywhere_text()} />
      <Card>
        <p>{m.accounts_everywhere_question()}</p>
        <Form method="post" className="actions">
          <SubmitButton busyText={m.accounts_everywhere_busy()}>{m.accounts_everywhere_title()}</SubmitButton>
          <ButtonLink href={schoolPaths.account} variant="secondary">
            {m.accounts_cancel()}
          </ButtonLink>
        </Form>
      </Card>
    </>
  )
}
