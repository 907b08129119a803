import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TextField } from '~/components/forms'
import { Alert, Badge, ButtonLink, Card, DefinitionList, PageHead } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { messageKeysView } from '~/models/contact/message-setup/message-keys.server'
import { findMessageSettings } from '~/models/contact/message-setup/message-rules.server'
import { channelWords, fileGatewayWords, gatewayWords } from '~/models/contact/message-setup/options'
import { formatPaise } from '~/models/core/shared/money'
import { clockOf } from '~/models/core/shared/time-of-day'

export const handle = pageTitle(() => 'Messages')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const [keys, rules] = await Promise.all([messageKeysView(scope), findMessageSettings(scope)])
  return { keys, rules }
}

const gateways = { ...gatewayWords, ...fileGatewayWords }

export default function MessageSettingsPage() {
  const { keys, rules } = useLoaderData<typeof loader>()
  const { sms, whatsapp } = keys
  return (
    <>
      <PageHead
        title="Messages"
        context="SMS and WhatsApp to families, with the school’s own accounts. The school pays its provider for each message."
      />
      <div className="stack">
        {sms || whatsapp ? null : (
          <Alert tone="info" title="Messages are not set up">
            <p>Until then, families are informed by mail and on paper.</p>
          </Alert>
        )}
        <Card title="SMS" aside={sms ? <Badge tone="good">Set up</Badge> : <Badge tone="neutral">Not set up</Badge>}>
          <div className="stack">
            {sms ? (
              <>
                <DefinitionList
                  items={[
                    { label: 'Gateway', value: gateways[sms.gateway] },
                    { label: 'Account SID', value: sms.account },
                    { label: 'Key', value: `•••• ${sms.keyEnding}` },
                    { label: 'DLT entity id', value: sms.entityId },
                    { label: 'Header', value: sms.header },
                  ]}
                />
                <p>
                  MSG91: enter this address under SMS, Webhook, in version 2 or 3. Exotel needs nothing: it gets the
                  address with each message. Anyone with the address can report deliveries, so keep it private.
                </p>
                <TextField name="sms_webhook" label="Address for delivery reports" value={sms.reportUrl} readOnly />
              </>
            ) : (
              <SmsGuide />
            )}
            <div className="actions">
              <ButtonLink href={schoolPaths.smsKeys} label={sms ? 'Change SMS account' : 'Set up SMS'} />
              {sms ? (
                <ButtonLink variant="secondary" href={schoolPaths.removeMessageKeys('sms')}>
                  Remove SMS account
                </ButtonLink>
              ) : null}
            </div>
          </div>
        </Card>
        <Card
          title="WhatsApp"
          aside={whatsapp ? <Badge tone="good">Set up</Badge> : <Badge tone="neutral">Not set up</Badge>}
        >
          <div className="stack">
            {whatsapp ? (
              <>
                <DefinitionList
                  items={[
                    { label: 'Phone number id', value: whatsapp.phoneId },
                    { label: 'Business account id', value: whatsapp.businessId },
                    { label: 'Access token', value: '••••••••' },
                    { label: 'App secret', value: whatsapp.hasAppSecret ? '••••••••' : 'Missing' },
                  ]}
                />
                <p>
                  In the app dashboard of Meta, under WhatsApp, Configuration, enter this callback address and verify
                  token, and subscribe to the field messages.
                </p>
                <TextField name="whatsapp_webhook" label="Callback address" value={whatsapp.webhookUrl} readOnly />
                <TextField name="verify_token" label="Verify token" value={whatsapp.verifyToken} readOnly />
              </>
            ) : (
              <WhatsappGuide />
            )}
            <div className="actions">
              <ButtonLink href={schoolPaths.whatsappKeys}>
                {whatsapp ? 'Change WhatsApp account' : 'Set up WhatsApp'}
              </ButtonLink>
              {whatsapp ? (
                <ButtonLink variant="secondary" href={schoolPaths.removeMessageKeys('whatsapp')}>
                  Remove WhatsApp account
                </ButtonLink>
              ) : null}
            </div>
          </div>
        </Card>
        <Card title="Cost and quiet hours">
          <div className="stack">
            <DefinitionList
              items={[
                { label: 'Monthly budget', value: formatPaise(rules.monthlyBudgetPaise, { style: 'short' }) },
                { label: 'Daily limit of messages', value: `At most ${rules.dailyQuota}` },
                { label: 'One SMS part', value: formatPaise(rules.smsPartPaise, { style: 'exact' }) },
                { label: 'One WhatsApp message', value: formatPaise(rules.whatsappPaise, { style: 'exact' }) },
                { label: 'Try first', value: channelWords[rules.firstChannel] },
                { label: 'Quiet hours', value: `${clockOf(rules.quietFrom)} to ${clockOf(rules.quietTo)}` },
              ]}
            />
            <div className="actions">
              <ButtonLink variant="secondary" href={schoolPaths.messageRules} label="Change cost and quiet hours" />
            </div>
          </div>
        </Card>
      </div>
    </>
  )
}

function SmsGuide() {
  return (
    <ol>
      <li>
        Register the school as a principal entity on the DLT portal of one operator (Jio, Airtel, Vi or BSNL) with PAN
        and a letter of authority. This takes two to four weeks; the school then gets its 19-digit entity id.
      </li>
      <li>Register a six-letter header there, and each text as a Service Implicit template.</li>
      <li>Open an account with Exotel or MSG91, and name it as the telemarketer of the entity on the DLT portal.</li>
      <li>Enter entity id, header and the gateway’s key here.</li>
    </ol>
  )
}

function WhatsappGuide() {
  return (
    <ol>
      <li>Open a business portfolio at Meta, have the school verified, and create an app with WhatsApp in it.</li>
      <li>
        Add a phone number that is not used in WhatsApp on any phone, and a system user with a token that does not
        expire.
      </li>
      <li>Have each text approved as a Utility template, in each language under the same name.</li>
      <li>Enter ids, token and app secret here, then the callback address at Meta.</li>
    </ol>
  )
}
