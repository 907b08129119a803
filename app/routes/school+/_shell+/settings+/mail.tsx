import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge, Card, DataTable, DefinitionList, LoneLink, PageHead } from '~/components/ui'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { checkSendingDomain, findMailFigures, type RecordState } from '~/models/contact/mail/mail-figures.server'
import { bulkSenderMails } from '~/models/core/outbox/options'
import type { Tone } from '~/models/core/shared/tone'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle(() => 'Mail')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'settings:view')
  const [figures, sending] = await Promise.all([findMailFigures(scope), checkSendingDomain(scope)])
  return { ...sending, figures: foundOr404(figures), seesAddresses: mayStaff(role, 'students:edit') }
}

const states: Record<RecordState, { tone: Tone; words: string }> = {
  found: { tone: 'good', words: 'Found' },
  missing: { tone: 'bad', words: 'Missing' },
  wrong: { tone: 'bad', words: 'Wrong' },
  unknown: { tone: 'neutral', words: 'Not known' },
}

export default function MailSettingsPage() {
  const { domain, records, figures, seesAddresses } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Mail"
        context="DNS records that Gmail, Yahoo and Outlook require, and delivery of the school’s mails."
      />
      <div className="stack">
        <Card title={domain === null ? 'Sending domain' : `Mails come from ${domain}`}>
          {domain === null ? (
            <p>
              The portal has no public sender address yet, so there is nothing to look up. The operator of the portal
              sets MAIL_FROM.
            </p>
          ) : (
            <>
              <DataTable
                caption="Records of the sending domain"
                rows={records}
                rowKey={(row) => row.name}
                columns={[
                  { label: 'Record', role: 'title', cell: (row) => row.name },
                  {
                    label: 'Status',
                    cell: (row) => <Badge tone={states[row.state].tone}>{states[row.state].words}</Badge>,
                  },
                  { label: 'At', cell: (row) => row.at },
                  { label: 'Current value', cell: (row) => row.current ?? '–' },
                  { label: 'What to do', cell: (row) => row.words },
                ]}
              />
              <p className="soft">
                Receivers accept SPF or DKIM only if its domain matches the sender’s (“alignment”). The domain’s DNS
                administrator enters the records; a change can take some hours.
              </p>
            </>
          )}
        </Card>
        <Card
          title="School mails"
          aside={seesAddresses ? <LoneLink href={schoolPaths.mailAddresses} label="Mail addresses" /> : undefined}
        >
          <DefinitionList
            items={[
              {
                label: 'Sent in the last 24 hours',
                value: `${figures.today} (from ${bulkSenderMails.toLocaleString('en-IN')} a day on, all three records are asked for)`,
              },
              { label: 'Handed over in the last 14 days', value: String(figures.sent) },
              { label: 'Waiting', value: String(figures.waiting) },
              { label: 'Failed or bounced in the last 14 days', value: String(figures.failed) },
              { label: 'Not sent: unsubscribed', value: String(figures.unsubscribed) },
              { label: 'Not sent: address bounces', value: String(figures.undeliverable) },
            ]}
          />
        </Card>
      </div>
    </>
  )
}
