import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { OwnPasswordField } from '~/components/accounts/own-password-field'
import { secretProps } from '~/components/accounts/secret-props'
import { ErrorSummary, fieldProps, PasswordField, TextField, useServerForm } from '~/components/forms'
import { listErrors } from '~/components/school/office-form'
import { Alert, Badge, ButtonLink, Card, DefinitionList, PageHead, SubmitButton } from '~/components/ui'
import { paths } from '~/http/paths'
import { isPasswordFresh, parseConfirmed, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { paymentKeysView, savePaymentKeys } from '~/models/schools/payment-keys.server'
import { paymentKeysSchema } from '~/models/schools/settings-schema'
import { formatInstant } from '~/models/shared/calendar'
import { siteUrl } from '~/services/site.server'

export const handle = pageTitle(() => 'Payment keys', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const keys = await paymentKeysView(staff.scope)
  // What a school enters in its Razorpay account.
  const webhookUrl = siteUrl(paths.webhook(staff.schoolPublicId))
  return { keys, webhookUrl, asksPassword: !isPasswordFresh(staff) }
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
  const form = await parseConfirmed(request, staff, paymentKeysSchema, ['key_secret', 'webhook_secret'])
  if (!form.ok) return form.reply()
  const { key_id: keyId, key_secret: keySecret, webhook_secret: webhookSecret } = form.value
  const saved = await savePaymentKeys(staff.scope, { keyId, keySecret, webhookSecret })
  if (!saved.ok) return form.refuse(null, refusals[saved.reason])
  return redirectWithToast(schoolPaths.paymentKeys, {
    type: 'success',
    title: 'Updated!',
    message: 'Razorpay accepted the keys. Students can pay online now.',
  })
}

export default function PaymentKeysPage() {
  const { keys, webhookUrl, asksPassword } = useLoaderData<typeof loader>()
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
                <ButtonLink variant="secondary" href={schoolPaths.removePaymentKeys}>
                  Remove keys
                </ButtonLink>
              </div>
            </div>
          </Card>
        ) : (
          <Alert tone="info" title="Online payment is not set up">
            <p>Until it is, students are told to pay at the school office.</p>
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
        <KeysForm isConfigured={keys.configured} asksPassword={asksPassword} />
      </div>
    </>
  )
}

type Fields = { key_id: string; key_secret: string; webhook_secret: string; password: string }
/** The school's Razorpay keys. Secrets go in and never come out again: their fields are always empty. */
function KeysForm({ isConfigured, asksPassword }: { isConfigured: boolean; asksPassword: boolean }) {
  const lastResult = useActionData<typeof action>()
  const { form, fields } = useServerForm<Fields>({ id: 'keys', lastResult })
  const keep = isConfigured ? 'Leave blank to keep the stored one' : undefined
  return (
    <Card title={isConfigured ? 'Change keys' : 'Enter keys'}>
      <ErrorSummary errors={listErrors(form.id, lastResult?.error)} />
      <Form method="post" {...form}>
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
        {asksPassword ? (
          <OwnPasswordField field={fields.password} hint="Asked again, because the keys control the money" required />
        ) : null}
        <div className="actions">
          <SubmitButton busyText="Checking...">Check and save keys</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
