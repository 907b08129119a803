import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { RadioGroup } from '~/components/forms'
import { DataSaverForm } from '~/components/shell/data-saver-form'
import { Alert, Button, ButtonLink, Card, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, requireStudentInPerson } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
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
  const { language, dataSaver } = useRootData()
  const mail = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={m.accounts_settings_title()} context={m.accounts_settings_context()} />
      <Card title={m.accounts_password()}>
        <p>{m.accounts_settings_password_text()}</p>
        <ButtonLink href={paths.student.changePassword} variant="secondary">
          {m.accounts_change_title()}
        </ButtonLink>
      </Card>
      <Card title={m.accounts_language()}>
        {/* Lists each language by its own name. Reloads the whole document, since every text of the page changes. */}
        <form method="post" action={paths.student.settingsLanguage}>
          <RadioGroup
            label={m.accounts_language_text()}
            name="language"
            defaultValue={language}
            options={[
              { value: 'en', label: 'English' },
              { value: 'hi', label: 'हिन्दी' },
              { value: 'gu', label: 'ગુજરાતી' },
            ]}
          />
          <Button type="submit" variant="secondary">
            {m.accounts_language_button()}
          </Button>
        </form>
      </Card>
      <DataSaverForm on={dataSaver} path={paths.student.settings} />
      <Card title={m.accounts_sessions_title()}>
        <p>{m.accounts_sessions_card()}</p>
        <ButtonLink href={paths.student.sessions} variant="secondary">
          {m.accounts_sessions_show()}
        </ButtonLink>
      </Card>
      <Card title={m.family_own_title()}>
        <p>{m.family_own_card()}</p>
        <ButtonLink href={paths.student.guardians} variant="secondary">
          {m.family_own_show()}
        </ButtonLink>
      </Card>
      <MailCard {...mail} />
      <Card title={m.profile_data_title()}>
        <p>{m.profile_data_card()}</p>
        <ButtonLink href={paths.student.myData} variant="secondary">
          {m.profile_data_show()}
        </ButtonLink>
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
        <Alert tone="warn">
          <p>{m.unsubscribe_card_bounced({ address })}</p>
        </Alert>
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
        <ButtonLink href={paths.unsubscribe(token)} variant="secondary">
          {m.unsubscribe_card_change()}
        </ButtonLink>
      )}
    </Card>
  )
}
