import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { OwnPasswordField } from '~/components/accounts/own-password-field'
import { secretProps } from '~/components/accounts/secret-props'
import { ErrorSummary, fieldProps, PasswordField, TextField, useServerForm } from '~/components/forms'
import { EditLock } from '~/components/school/edit-lock'
import { listErrors } from '~/components/school/office-form'
import { ButtonLink, Card, PageHead, SubmitButton } from '~/components/ui'
import { isPasswordFresh, parseConfirmed, readForm, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { whatsappKeysSchema } from '~/models/contact/message-setup/key-schema'
import { messageKeysView, saveWhatsappKeys } from '~/models/contact/message-setup/message-keys.server'
import { settingsVersion } from '~/models/core/schools/settings.server'
import { saveUnshownSettings } from './__unshown-settings.server'

export const handle = pageTitle(() => 'WhatsApp account', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const [{ whatsapp }, version] = await Promise.all([messageKeysView(staff.scope), settingsVersion(staff.scope)])
  const stored = whatsapp && { phoneId: whatsapp.phoneId, businessId: whatsapp.businessId }
  return { stored, version, asksPassword: !isPasswordFresh(staff) }
}

const refusals = {
  'key-missing': { token: ['Access token is required for a new number'] },
  'app-secret-missing': { app_secret: ['App secret is required'] },
  'bad-keys': { token: ['WhatsApp does not accept this token for this number and account'] },
  'provider-down': {
    phone_id: ['WhatsApp did not answer, so the token could not be checked and was not saved. Try again in a minute.'],
  },
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const secret = ['token', 'app_secret']
  const form = await parseConfirmed({ request, staff, body: await readForm(request) }, whatsappKeysSchema, secret)
  return saveUnshownSettings(staff.scope, form, {
    save: ({ phone_id: phoneId, business_id: businessId, token, app_secret: appSecret }, version) =>
      saveWhatsappKeys(staff.scope, { phoneId, businessId, token, appSecret }, version),
    refusals,
    to: schoolPaths.messageSettings,
    message: 'WhatsApp accepted the token.',
  })
}

type Fields = Record<'phone_id' | 'business_id' | 'token' | 'app_secret' | 'password' | 'version', string>

export default function WhatsappAccountPage() {
  const { stored, version, asksPassword } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lastResult = answer?.result
  const defaultValue = { phone_id: stored?.phoneId ?? '', business_id: stored?.businessId ?? '' }
  const { form, fields } = useServerForm<Fields>({ id: 'whatsapp', lastResult, defaultValue })
  const keep = stored ? 'Leave blank to keep the stored one' : undefined
  const code = { autoComplete: 'off', inputMode: 'numeric', maxLength: 20, required: true } as const
  return (
    <>
      <PageHead title="WhatsApp account" context="The school’s number in WhatsApp’s Cloud API." />
      <Card title={stored ? 'Change WhatsApp account' : 'Enter WhatsApp account'}>
        <ErrorSummary errors={listErrors(form.id, lastResult?.error)} />
        <Form method="post" {...form}>
          <EditLock version={version} field={fields.version} conflict={answer?.conflict} />
          <TextField {...fieldProps(fields.phone_id)} label="Phone number id" hint="Not the number itself" {...code} />
          <TextField {...fieldProps(fields.business_id)} label="WhatsApp business account id" {...code} />
          <PasswordField {...secretProps(fields.token)} label="Access token" hint={keep} autoComplete="off" />
          <PasswordField
            {...secretProps(fields.app_secret)}
            label="App secret"
            hint={keep ?? 'App dashboard of Meta, App settings, Basic'}
            autoComplete="off"
          />
          {asksPassword ? (
            <OwnPasswordField
              field={fields.password}
              hint="Enter it again, because the token spends the school’s money"
              required
            />
          ) : null}
          <div className="actions">
            <SubmitButton busyText="Checking...">Check and save account</SubmitButton>
            <ButtonLink variant="secondary" href={schoolPaths.messageSettings} label="Cancel" />
          </div>
        </Form>
      </Card>
    </>
  )
}
