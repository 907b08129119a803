import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { OwnPasswordField } from '~/components/accounts/own-password-field'
import { secretProps } from '~/components/accounts/secret-props'
import { ErrorSummary, fieldProps, PasswordField, TextField, useServerForm } from '~/components/forms'
import { EditLock } from '~/components/school/edit-lock'
import { listErrors } from '~/components/school/office-form'
import { Alert, Badge, ButtonLink, Card, DefinitionList, PageHead, SubmitButton } from '~/components/ui'
import { paths } from '~/http/paths'
import { parseConfirmed, readForm, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { paymentKeysView } from '~/models/core/schools/payment-keys.server'
import { settingsVersion } from '~/models/core/schools/settings.server'
import { paymentKeysSchema } from '~/models/core/schools/settings-schema'
import { formatInstant } from '~/models/core/shared/calendar'
import { savePaymentKeys } from '~/models/people/second-person/save-payment-keys.server'
import { siteUrl } from '~/services/site.server'
import { saveUnshownSettings } from './__unshown-settings.server'

export const handle = pageTitle(() => 'Payment keys', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const [keys, version] = await Promise.all([paymentKeysView(staff.scope), settingsVersion(staff.scope)])
  // URL that a school enters in its Razorpay account.
  const webhookUrl = siteUrl(paths.webhook(staff.schoolPublicId))
  return { keys, version, webhookUrl }
}

const refusals = {
  'secret-missing': { key_secret: ['Key secret is required for a new key id'] },
  'webhook-secret-missing': { webhook_secret: ['Webhook secret is required'] },
  'bad-keys': { key_secret: ['Razorpay does not accept this key id and key secret'] },
  'provider-down': {
    key_id: ['Razorpay did not answer, so the keys could not be checked and were not saved. Try again in a minute.'],
  },
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const body = await readForm(request)
  const form = await parseConfirmed({ request, staff, body }, paymentKeysSchema, ['key_secret', 'webhook_secret'], {
    isAlways: true,
  })
  return saveUnshownSettings(staff.scope, form, {
    save: ({ key_id: keyId, key_secret: keySecret, webhook_secret: webhookSecret }, version) =>
      savePaymentKeys(staff.scope, { keyId, keySecret, webhookSecret }, { version }),
    refusals,
    to: schoolPaths.paymentKeys,
    message: 'Razorpay accepted the keys. Students can pay online now.',
  })
}

export default function PaymentKeysPage() {
  const { keys, webhookUrl } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Payment keys" context="Students pay online with the school’s own Razorpay account." />
      <div className="stack">
        {keys.configured ? (
          <Card
            title="Stored keys"
            aside={
              keys.isTestKey ? <Badge tone="warn">Test keys</Badge> : <Badge tone="good">Online payment is on</Badge>
            }
          >
            <div className="stack">
              <DefinitionList
                items={[
                  { label: 'Key id', value: `•••• ${keys.keyIdEnding}` },
                  { label: 'Key secret', value: '••••••••' },
                  { label: 'Webhook secret', value: keys.hasWebhookSecret ? '••••••••' : 'Missing' },
                  { label: 'Saved on', value: keys.updatedAt && formatInstant(keys.updatedAt, 'en') },
                ]}
              />
              <div className="actions">
                <ButtonLink variant="secondary" href={schoolPaths.removePaymentKeys} label="Remove keys" />
              </div>
            </div>
          </Card>
        ) : (
          <Alert tone="info" title="Online payment is not set up">
            <p>Until then, students are asked to pay at the school office.</p>
          </Alert>
        )}
        <Card title="Webhook">
          <p>
            In the Razorpay dashboard, under Account &amp; Settings, Webhooks, add this address with a secret of your
            own choice, and tick payment_link.paid, payment_link.expired, payment_link.cancelled, payment.captured,
            payment.failed, refund.processed and refund.failed. Enter the same secret below.
          </p>
          <TextField name="webhook" label="Webhook address" value={webhookUrl} readOnly />
        </Card>
        <KeysForm />
      </div>
    </>
  )
}

type Fields = Record<'key_id' | 'key_secret' | 'webhook_secret' | 'password' | 'version', string>

/** Form for the school's Razorpay keys. Stored secrets are never shown: their fields are always empty. */
function KeysForm() {
  const { keys, version } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const lastResult = answer?.result
  const { form, fields } = useServerForm<Fields>({ id: 'keys', lastResult })
  const keep = keys.configured ? 'Leave blank to keep the stored one' : undefined
  return (
    <Card title={keys.configured ? 'Change keys' : 'Enter keys'}>
      <ErrorSummary errors={listErrors(form.id, lastResult?.error)} />
      <Form method="post" {...form}>
        <EditLock version={version} field={fields.version} conflict={answer?.conflict} />
        <TextField
          {...fieldProps(fields.key_id)}
          label="Key id"
          hint="Razorpay dashboard, Account & Settings, API keys"
          required
          maxLength={60}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField {...secretProps(fields.key_secret)} label="Key secret" hint={keep} autoComplete="off" />
        <PasswordField {...secretProps(fields.webhook_secret)} label="Webhook secret" hint={keep} autoComplete="off" />
        <OwnPasswordField
          field={fields.password}
          hint="Needed each time, because the keys control the money"
          required
        />
        <div className="actions">
          <SubmitButton busyText="Checking...">Check and save keys</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
