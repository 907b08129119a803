import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AccountCards } from '~/components/accounts/account-cards'
import { Alert, ButtonLink, Card, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, requireStudentInPerson } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { findOwnMail } from '~/models/contact/mail/addresses.server'
import { unsubscribeToken } from '~/models/core/outbox/unsubscribe-token.server'

export const handle = pageTitle(() => m.accounts_settings_title(), { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  const mail = foundOr404(await findOwnMail(scope))
  const { email, bounces, isUnsubscribed } = mail
  const token = email === null ? null : unsubscribeToken(scope.schoolId, email)
  return { email, bounces, isUnsubscribed, token }
}

export default function StudentSettingsPage() {
  const mail = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={m.accounts_settings_title()} context={m.accounts_settings_context()} />
      <AccountCards
        path={paths.student.settings}
        changePassword={paths.student.changePassword}
        language={paths.student.settingsLanguage}
        languageText={m.accounts_language_text()}
        sessions={paths.student.sessions}
      />
      <Card title={m.family_own_title()}>
        <p>{m.family_own_card()}</p>
        <ButtonLink href={paths.student.guardians} variant="secondary" label={m.family_own_show()} />
      </Card>
      <MailCard {...mail} />
      <Card title={m.profile_data_title()}>
        <p>{m.profile_data_card()}</p>
        <ButtonLink href={paths.student.myData} variant="secondary" label={m.profile_data_show()} />
      </Card>
    </>
  )
}

type OwnMail = { email: string | null; bounces: boolean; isUnsubscribed: boolean; token: string | null }

/** Shows whether the school's mails reach the family, and the settings for them. */
function MailCard({ email, bounces, isUnsubscribed, token }: OwnMail) {
  const address = email ?? ''
  return (
    <Card title={m.unsubscribe_card()}>
      {bounces ? (
        <Alert tone="warn" text={m.unsubscribe_card_bounced({ address })} />
      ) : (
        <p>
          {token === null
            ? m.unsubscribe_card_none()
            : isUnsubscribed
              ? m.unsubscribe_is_off()
              : m.unsubscribe_card_on({ address })}
        </p>
      )}
      {token === null ? null : (
        <ButtonLink href={paths.unsubscribe(token)} variant="secondary" label={m.unsubscribe_card_change()} />
      )}
    </Card>
  )
}
