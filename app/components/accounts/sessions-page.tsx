import { Form, useLoaderData } from '@remix-run/react'
import { Badge, ButtonLink, Card, DataTable, PageHead, SubmitButton } from '~/components/ui'
import type { listingSessions } from '~/http/account-pages.server'
import { m } from '~/language/paraglide/messages'

type Loader = ReturnType<typeof listingSessions>['loader']

type SessionsPageProps = {
  /** Action URL of the button that ends one session. */
  endPath: (id: string) => string
  changePassword: string
  back: string
}

export function SessionsPage({ endPath, changePassword, back }: SessionsPageProps) {
  const { sessions, areAll, limits } = useLoaderData<Loader>()
  return (
    <>
      <PageHead title={m.accounts_sessions_title()} context={m.accounts_sessions_text()} />
      <div className="stack">
        <DataTable
          caption={m.accounts_sessions_title()}
          columns={[
            { label: m.accounts_sessions_device(), cell: ({ device }) => device, role: 'title' },
            { label: m.accounts_sessions_since(), cell: ({ since }) => since },
            { label: m.accounts_sessions_seen(), cell: ({ seen }) => seen },
            { label: m.accounts_sessions_network(), cell: ({ network }) => network },
            {
              label: m.accounts_sessions_end(),
              cell: (session) =>
                session.isThis ? (
                  <Badge tone="good">{m.accounts_sessions_this()}</Badge>
                ) : (
                  <Form method="post" action={endPath(session.id)}>
                    <SubmitButton variant="secondary" busyText={m.accounts_sessions_ending()}>
                      {m.accounts_sessions_end()}
                    </SubmitButton>
                  </Form>
                ),
              role: 'actions',
            },
          ]}
          rows={sessions}
          rowKey={({ id }) => id}
        />
        <Card>
          {areAll ? null : <p>{m.accounts_sessions_more({ count: sessions.length })}</p>}
          <p>{m.accounts_sessions_hint()}</p>
          <p>{limits}</p>
          <ButtonLink href={changePassword} variant="secondary" label={m.accounts_change_title()} />
        </Card>
        <Card title={m.accounts_everywhere_title()}>
          <p>{m.accounts_everywhere_text()}</p>
          <Form method="post" className="actions">
            <SubmitButton busyText={m.accounts_everywhere_busy()}>{m.accounts_everywhere_title()}</SubmitButton>
            <ButtonLink href={back} variant="secondary" label={m.accounts_cancel()} />
          </Form>
        </Card>
      </div>
    </>
  )
}
