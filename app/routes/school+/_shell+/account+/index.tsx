import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { EditLock } from '~/components/school/edit-lock'
import { OfficeForm } from '~/components/school/office-form'
import { Badge, ButtonLink, Card, DefinitionList, PageHead } from '~/components/ui'
import { changesOf, lockOf, parseFields, readForm, redirectWithToast, requireAnyStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { m } from '~/language/paraglide/messages'
import { counted } from '~/models/core/shared/counted'
import { findSecondFactor } from '~/models/people/accounts/second-factor/second-factor.server'
import { mayStaff, roleFacts } from '~/models/people/accounts/staff/permissions'
import { findOwnName, renameSelf } from '~/models/people/accounts/staff/staff.server'
import { ownNameForm } from '~/models/people/accounts/staff/staff-fields'
import { officeKeys } from '../__office-keys'

export const handle = pageTitle(() => 'My account', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, email, role } = await requireAnyStaff(context, request)
  const [own, { confirmedAt, codes }] = await Promise.all([findOwnName(scope), findSecondFactor(scope)])
  return { own, email, role, hasFactor: confirmedAt !== null, codes }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireAnyStaff(context, request)
  const body = await readForm(request)
  const lock = lockOf(body, await findOwnName(scope), (now) => changesOf(ownNameForm, now, body))
  const form = parseFields(body, schemaOf(ownNameForm), {})
  if (!form.ok) return lock.answer(form.reply())
  const renamed = await renameSelf(scope, form.value.name, lock.version)
  if (!renamed.ok) return lock.answer(form.refuse(null), await findOwnName(scope))
  return redirectWithToast(schoolPaths.account, { type: 'success', title: 'Updated!' })
}

export default function AccountPage() {
  const { own, email, role, hasFactor, codes } = useLoaderData<typeof loader>()
  const { name, hint } = roleFacts[role]
  const answer = useActionData<typeof action>()
  const lastResult = answer?.result
  const state = useServerForm<Record<string, unknown>>({ id: 'account', lastResult, defaultValue: own })
  return (
    <>
      <PageHead title="My account" context={`${email} · ${name}: ${hint}`} />
      <div className="stack">
        <OfficeForm state={state} lastResult={lastResult} cancelHref={schoolPaths.home}>
          <EditLock version={own.version} field={state.fields.version} conflict={answer?.conflict} />
          <FormRows form={ownNameForm} fields={state.fields} />
        </OfficeForm>
        <Card title="Password">
          <p>Change it if someone else may know it. This signs out your other devices.</p>
          <ButtonLink href={schoolPaths.accountPassword} variant="secondary" label="Change password" />
        </Card>
        <Card title="Two-step sign-in" aside={hasFactor ? <Badge tone="good">On</Badge> : undefined}>
          {hasFactor ? (
            <>
              <p>{`After the password you enter a code from your phone or use a passkey. ${counted(codes, 'recovery code is', 'recovery codes are')} left.`}</p>
              <div className="actions">
                <ButtonLink href={schoolPaths.recoveryCodes} variant="secondary" label="New recovery codes" />
                <ButtonLink href={schoolPaths.passkeys} variant="secondary" label={m.factor_passkeys_title()} />
                <ButtonLink href={schoolPaths.removeFactor} variant="quiet" label="Turn two-step sign-in off" />
              </div>
            </>
          ) : (
            <>
              <p>You then need a code from your phone as well as your password to sign in.</p>
              <ButtonLink href={schoolPaths.setUpFactor} variant="secondary" label="Set up two-step sign-in" />
            </>
          )}
        </Card>
        <Card title={m.accounts_sessions_title()}>
          <p>{m.accounts_sessions_card()}</p>
          <ButtonLink href={schoolPaths.accountSessions} variant="secondary" label={m.accounts_sessions_show()} />
        </Card>
        <Card title="Keys">
          <p className="soft" id="keys">
            On a computer, when no field is active:
          </p>
          <DefinitionList
            items={officeKeys((permission) => mayStaff(role, permission)).map(({ key, does }) => ({
              label: key,
              value: does,
            }))}
          />
        </Card>
      </div>
    </>
  )
}
