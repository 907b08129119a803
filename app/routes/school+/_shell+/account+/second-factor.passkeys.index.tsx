import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { CurrentPasswordField } from '~/components/accounts/own-password-field'
import { usePasskey } from '~/components/accounts/use-passkey'
import { fieldProps, TextField, useServerForm } from '~/components/forms'
import { Alert, ButtonLink, Card, DataTable, PageHead, SubmitButton } from '~/components/ui'
import { readSessionToken } from '~/http/own-cookies.server'
import { parseForm, redirectWithToast, requireAnyStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatInstant } from '~/models/core/shared/calendar'
import { addPasskey, listPasskeys, startPasskey } from '~/models/people/accounts/second-factor/passkeys.server'
import { findSecondFactor } from '~/models/people/accounts/second-factor/second-factor.server'
import {
  maxPasskeyNameLength,
  maxPasskeys,
  passkeyObstacle,
} from '~/models/people/accounts/second-factor/second-factor-rules'
import { addPasskeySchema } from '~/models/people/accounts/second-factor/second-factor-schema'
import { currentPasswordErrors } from '~/routes/school+/__second-factor.server'

export const handle = pageTitle(() => m.factor_passkeys_title(), { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireAnyStaff(context, request)
  const [{ confirmedAt }, passkeys] = await Promise.all([findSecondFactor(scope), listPasskeys(scope)])
  const formatTime = (instant: Date | null) => instant && formatInstant(instant, currentLanguage())
  return {
    obstacle: passkeyObstacle({ isOn: confirmedAt !== null, passkeys: passkeys.length }),
    passkeys: passkeys.map(({ publicId, name, createdAt, lastUsedAt }) => ({
      id: publicId,
      name,
      since: formatTime(createdAt),
      used: formatTime(lastUsedAt) ?? m.factor_passkey_unused(),
    })),
  }
}

/** `usePasskey` posts twice, first to get a challenge and then with the new passkey, each time with the password. */
export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireAnyStaff(context, request)
  const form = await parseForm(request, addPasskeySchema, { secret: ['current_password', 'passkey'] })
  if (!form.ok) return form.reply()
  const errors = await currentPasswordErrors(request, staff, form.value.current_password)
  if (errors) return form.refuse(null, errors)
  const token = (await readSessionToken(request, 'school')) ?? ''
  if (form.value.passkey === '') {
    const started = await startPasskey(staff.scope, staff, token)
    return started.ok ? { asked: { make: started.value } } : form.refuse(obstacleWords[started.reason]())
  }
  const added = await addPasskey(staff.scope, form.value, token)
  if (!added.ok) {
    return form.refuse(added.reason === 'not-right' ? m.factor_passkey_refused() : obstacleWords[added.reason]())
  }
  const toast = { type: 'success', title: m.accounts_updated(), message: m.factor_passkey_added() } as const
  return redirectWithToast(schoolPaths.passkeys, toast)
}

const obstacleWords = {
  'no-factor': () => m.factor_passkeys_need_app(),
  'too-many': () => m.factor_passkeys_full({ count: maxPasskeys }),
}

export default function PasskeysPage() {
  const { obstacle, passkeys } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={m.factor_passkeys_title()} context={m.factor_passkeys_text()} />
      <div className="stack">
        {passkeys.length === 0 ? (
          <p>{m.factor_passkeys_none()}</p>
        ) : (
          <DataTable
            caption={m.factor_passkeys_title()}
            columns={[
              { label: m.factor_passkey_name(), cell: ({ name }) => name, role: 'title' },
              { label: m.factor_passkey_since(), cell: ({ since }) => since },
              { label: m.factor_passkey_used(), cell: ({ used }) => used },
              {
                label: m.factor_passkey_remove(),
                cell: ({ id }) => <a href={schoolPaths.removePasskey(id)}>{m.factor_passkey_remove()}</a>,
                role: 'actions',
              },
            ]}
            rows={passkeys}
            rowKey={({ id }) => id}
          />
        )}
        {obstacle === null ? (
          <PasskeyForm answer={answer} />
        ) : (
          <Card title={m.factor_passkey_add()}>
            <p>{obstacleWords[obstacle]()}</p>
            {obstacle === 'no-factor' ? (
              <ButtonLink href={schoolPaths.setUpFactor} variant="secondary" label={m.factor_setup_title()} />
            ) : null}
          </Card>
        )}
      </div>
    </>
  )
}

/** Form that adds a passkey; shows a message if the browser has no JavaScript or no passkeys. */
function PasskeyForm({ answer }: { answer: ReturnType<typeof useActionData<typeof action>> }) {
  const passkey = usePasskey(answer && 'asked' in answer ? answer.asked : null)
  const lastResult = answer && 'asked' in answer ? undefined : answer
  const { form, fields, allErrors } = useServerForm<Record<'name' | 'current_password', string>>({
    id: 'passkey',
    lastResult,
  })
  return (
    <Card title={m.factor_passkey_add()}>
      <div className="instead">
        {passkey.isAble ? null : <p>{m.factor_passkey_needs_script()}</p>}
        <Form method="post" ref={passkey.form} className={passkey.isAble ? undefined : 'room-only'} {...form}>
          <FormTrouble formId={form.id} allErrors={allErrors} title={m.accounts_change_failed()} />
          {passkey.hasFailed ? <Alert tone="bad" title={m.factor_passkey_not_made()} /> : null}
          <TextField
            label={m.factor_passkey_name()}
            hint={m.factor_passkey_name_hint()}
            required
            maxLength={maxPasskeyNameLength}
            autoComplete="off"
            {...fieldProps(fields.name)}
          />
          <CurrentPasswordField field={fields.current_password} />
          <input type="hidden" name="passkey" />
          <SubmitButton busyText={m.accounts_saving()} disabled={passkey.isAsking}>
            {m.factor_passkey_add()}
          </SubmitButton>
        </Form>
      </div>
    </Card>
  )
}
