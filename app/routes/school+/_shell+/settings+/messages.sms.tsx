import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { OwnPasswordField } from '~/components/accounts/own-password-field'
import { secretProps } from '~/components/accounts/secret-props'
import {
  CheckboxField,
  ErrorSummary,
  fieldProps,
  PasswordField,
  SelectField,
  TextField,
  useServerForm,
} from '~/components/forms'
import { EditLock } from '~/components/school/edit-lock'
import { listErrors } from '~/components/school/office-form'
import { ButtonLink, Card, PageHead, SubmitButton } from '~/components/ui'
import { isPasswordFresh, parseConfirmed, readForm, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { smsKeysSchema } from '~/models/contact/message-setup/key-schema'
import { gatewaysOffered, messageKeysView, saveSmsKeys } from '~/models/contact/message-setup/message-keys.server'
import { settingsVersion } from '~/models/core/schools/settings.server'
import { saveUnshownSettings } from './__unshown-settings.server'

export const handle = pageTitle(() => 'SMS account', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const [{ sms }, version] = await Promise.all([messageKeysView(staff.scope), settingsVersion(staff.scope)])
  // The form does not need the report URL, which contains a secret token.
  const stored = sms && { ...sms, reportUrl: undefined }
  return { stored, version, gateways: gatewaysOffered(), asksPassword: !isPasswordFresh(staff) }
}

const refusals = {
  'key-missing': { key: ['The key is required for a new account'] },
  'bad-keys': { key: ['The gateway does not accept this account and key'] },
  'provider-down': {
    gateway: ['The gateway did not answer, so the key could not be checked and was not saved. Try again in a minute.'],
  },
  'no-gateway': { gateway: ['Select a gateway'] },
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const form = await parseConfirmed({ request, staff, body: await readForm(request) }, smsKeysSchema, ['key'])
  return saveUnshownSettings(staff.scope, form, {
    save: (values, version) => {
      const { key_id: keyId, entity_id: entityId, gateway, account, key, header } = values
      const smsKeys = { gateway, account, keyId, key, entityId, header, newAddress: values.new_address === 'on' }
      return saveSmsKeys(staff.scope, smsKeys, version)
    },
    refusals,
    to: schoolPaths.messageSettings,
    message: 'The gateway accepted the key.',
  })
}

type Fields = Record<
  'gateway' | 'account' | 'key_id' | 'key' | 'entity_id' | 'header' | 'new_address' | 'password' | 'version',
  string
>

export default function SmsAccountPage() {
  const { stored, version, gateways, asksPassword } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lastResult = answer?.result
  const defaultValue = {
    gateway: stored?.gateway ?? '',
    account: stored?.account ?? '',
    key_id: stored?.keyId ?? '',
    entity_id: stored?.entityId ?? '',
    header: stored?.header ?? '',
  }
  const { form, fields } = useServerForm<Fields>({ id: 'sms', lastResult, defaultValue })
  const code = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <>
      <PageHead title="SMS account" context="The school’s account with an SMS gateway, and its DLT registration." />
      <Card title={stored ? 'Change SMS account' : 'Enter SMS account'}>
        <ErrorSummary errors={listErrors(form.id, lastResult?.error)} />
        <Form method="post" {...form}>
          <EditLock version={version} field={fields.version} conflict={answer?.conflict} />
          <SelectField
            {...fieldProps(fields.gateway)}
            label="Gateway"
            options={gateways}
            placeholder="Select a gateway"
            required
          />
          <TextField
            {...fieldProps(fields.account)}
            label="Account SID"
            hint="Exotel only: API settings"
            maxLength={60}
            {...code}
          />
          <TextField {...fieldProps(fields.key_id)} label="API key" hint="Exotel only" maxLength={100} {...code} />
          <PasswordField
            {...secretProps(fields.key)}
            label="API token or authkey"
            hint={stored ? 'Leave blank to keep the stored one' : 'Exotel: API token. MSG91: authkey'}
            autoComplete="off"
          />
          <TextField
            {...fieldProps(fields.entity_id)}
            label="DLT entity id"
            hint="From the DLT portal, 19 digits"
            inputMode="numeric"
            maxLength={19}
            required
            {...code}
          />
          <TextField
            {...fieldProps(fields.header)}
            label="Header"
            hint="The registered sender id, six letters or digits"
            maxLength={6}
            required
            {...code}
          />
          {stored ? (
            <CheckboxField
              {...fieldProps(fields.new_address)}
              label="Make a new address for delivery reports"
              hint="The old address works for another day"
            />
          ) : null}
          {asksPassword ? (
            <OwnPasswordField
              field={fields.password}
              hint="Enter it again, because the key spends the school’s money"
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
