import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { OwnNameForm } from '~/components/accounts/own-name-form'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { requireAnyStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { renameSelf } from '~/models/accounts/rename-self.server'
import { roleHints, roleNames } from '~/models/accounts/staff-options'
import { ownNameSchema } from '~/models/accounts/staff-schema'

export const handle = pageTitle(() => 'My account', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { name, email, role } = await requireAnyStaff(context, request)
  return { name, email, role }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireAnyStaff(context, request)
  const form = await parseForm(request, ownNameSchema)
  if (!form.ok) return form.reply()
  await renameSelf(scope, form.value.name)
  return redirectWithToast(schoolPaths.account, { type: 'success', title: 'Updated!' })
}

export default function AccountPage() {
  const { name, email, role } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="My account" context={`${email} · ${roleNames[role]}: ${roleHints[role]}`} />
      <div className="stack">
        <OwnNameForm name={name} lastResult={useActionData<typeof action>()} />
        <Card title="Password">
          <p>Change it when somebody else may know it. Your other devices are signed out then.</p>
          <ButtonLink href={schoolPaths.accountPassword} variant="secondary">
            Change password
          </ButtonLink>
        </Card>
        <Card title="Sign out everywhere">
          <p>Ends your sign-in on every other computer and phone. Here you stay signed in.</p>
          <ButtonLink href={schoolPaths.accountSessions} variant="secondary">
            Sign out everywhere
          </ButtonLink>
        </Card>
      </div>
    </>
  )
}
