import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { TextField } from '~/components/forms/text-field'
import { Alert } from '~/components/ui/alert'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DefinitionList } from '~/components/ui/definition-list'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { isPasswordFresh, passwordRefusal } from '~/http/fresh-password.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { paymentKeysView } from '~/models/schools/payment-keys.server'
import { paymentKeysSchema } from '~/models/schools/payment-keys-schema'
import { savePaymentKeys } from '~/models/schools/save-payment-keys.server'
import { formatInstant } from '~/models/shared/calendar'
import { PaymentKeysForm } from './__payment-keys-form'
import { webhookUrl } from './__webhook-address.server'

export const handle = pageTitle(() => 'Payment keys', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'settings:edit')
  const keys = await paymentKeysView(staff.scope)
  return { keys, webhookUrl: webhookUrl(staff.schoolPublicId), asksPassword: !isPasswordFresh(staff) }
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
  const form = await parseForm(request, paymentKeysSchema, { secret: ['key_secret', 'webhook_secret', 'password'] })
  if (!form.ok) return form.reply()
  const { key_id, key_secret, webhook_secret, password } = form.value
  const wrongPassword = await passwordRefusal(request, staff, password)
  if (wrongPassword) return form.refuse(null, { password: [wrongPassword] })
  const saved = await savePaymentKeys(staff.scope, {
    keyId: key_id,
    keySecret: key_secret,
    webhookSecret: webhook_secret,
  })
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
        <PaymentKeysForm
          configured={keys.configured}
          asksPassword={asksPassword}
          lastResult={useActionData<typeof action>()}
        />
      </div>
    </>
  )
}
