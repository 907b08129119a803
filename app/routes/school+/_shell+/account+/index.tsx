import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { requireAnyStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { m } from '~/language/paraglide/messages'
import { counted } from '~/models/academics/rules'
import { renameSelf } from '~/models/accounts/rename-self.server'
import { findSecondFactor } from '~/models/accounts/second-factor.server'
import { roleHints, roleNames } from '~/models/accounts/staff-options'
import { ownNameSchema } from '~/models/accounts/staff-schema'
import { OwnNameForm } from './__own-name-form'

export const handle = pageTitle(() => 'My account', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, name, email, role } = await requireAnyStaff(context, request)
  const { confirmedAt, codes } = await findSecondFactor(scope)
  return { name, email, role, hasFactor: confirmedAt !== null, codes }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireAnyStaff(context, request)
  const form = await parseForm(request, ownNameSchema)
  if (!form.ok) return form.reply()
  await renameSelf(scope, form.value.name)
  return redirectWithToast(schoolPaths.account, { type: 'success', title: 'Updated!' })
}

export default function AccountPage() {
  const { name, email, role, hasFactor, codes } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="My account" context={`${email} · ${roleNames[role]}: ${roleHints[role]}`} />
      <div className="stack">
        <OwnNameForm name={name} lastResult={useActionData<typeof action>()} />
        <Card title="Password">
          <p>Change it if somebody else may know it. Your other devices are then signed out.</p>
          <ButtonLink href={schoolPaths.accountPassword} variant="secondary">
            Change password
          </ButtonLink>
        </Card>
        <Card title="Two-step sign-in" aside={hasFactor ? <Badge tone="good">On</Badge> : undefined}>
          {hasFactor ? (
            <>
              <p>{`After the password you are asked for a code from your phone or a passkey. ${counted(codes, 'recovery code is', 'recovery codes are')} left.`}</p>
              <div className="actions">
                <ButtonLink href={schoolPaths.recoveryCodes} variant="secondary">
                  New recovery codes
                </ButtonLink>
                <ButtonLink href={schoolPaths.passkeys} variant="secondary">
                  {m.factor_passkeys_title()}
                </ButtonLink>
                <ButtonLink href={schoolPaths.removeFactor} variant="quiet">
                  Turn two-step sign-in off
                </ButtonLink>
              </div>
            </>
          ) : (
            <>
              <p>
                A code from your phone after the password: whoever learns the password cannot sign in with it alone.
              </p>
              <ButtonLink href={schoolPaths.setUpFactor} variant="secondary">
                Set up two-step sign-in
              </ButtonLink>
            </>
          )}
        </Card>
        <Card title={m.accounts_sessions_title()}>
          <p>{m.accounts_sessions_card()}</p>
          <ButtonLink href={schoolPaths.accountSessions} variant="secondary">
            {m.accounts_sessions_show()}
          </ButtonLink>
        </Card>
      </div>
    </>
  )
}
