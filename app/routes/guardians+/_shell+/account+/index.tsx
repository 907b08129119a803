import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { RadioGroup } from '~/components/forms'
import { DataSaverForm } from '~/components/shell/data-saver-form'
import { Alert, Button, ButtonLink, Card, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, requireGuardian } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { listWrongContacts } from '~/models/people/guardians/change-sign-in.server'
import { findSignInFacts } from '~/models/people/guardians/own-account.server'

export const handle = pageTitle(() => m.guardians_account(), { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireGuardian(context, request)
  const [facts, wrong] = await Promise.all([findSignInFacts(scope), listWrongContacts(scope)])
  return { ...foundOr404(facts), wrong }
}

export default function GuardianAccountPage() {
  const { name, mobileNumber, email, wrong } = useLoaderData<typeof loader>()
  const { language, dataSaver } = useRootData()
  return (
    <>
      <PageHead title={m.guardians_account()} context={m.guardians_account_context()} />
      {wrong.length === 0 ? null : (
        <Alert tone="warn" title={m.guardians_wrong_title()}>
          {wrong.map(({ schoolName: school, mobileEnd, email: address }) => (
            <p key={school}>
              {[
                mobileEnd && m.guardians_wrong_mobile({ school, end: mobileEnd }),
                address && m.guardians_wrong_email({ school, email: address }),
              ]
                .filter(Boolean)
                .join(' ')}
            </p>
          ))}
          <p>{m.guardians_wrong_text()}</p>
        </Alert>
      )}
      <Card>
        <DefinitionList
          items={[
            { label: m.guardians_name(), value: name },
            { label: m.guardians_mobile(), value: mobileNumber },
            { label: m.accounts_email(), value: email },
          ]}
        />
        <p className="actions">
          <ButtonLink href={paths.guardian.signInNames} variant="secondary">
            {m.guardians_sign_in_title()}
          </ButtonLink>
          <ButtonLink href={paths.guardian.activate} variant="secondary">
            {m.guardians_add_school()}
          </ButtonLink>
        </p>
      </Card>
      <Card title={m.accounts_password()}>
        <p>{m.accounts_settings_password_text()}</p>
        <ButtonLink href={paths.guardian.changePassword} variant="secondary">
          {m.accounts_change_title()}
        </ButtonLink>
      </Card>
      <Card title={m.accounts_language()}>
        {/* Lists each language by its own name. Reloads the whole document, since every text of the page changes. */}
        <form method="post" action={paths.guardian.language}>
          <RadioGroup
            label={m.guardians_language_text()}
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
      <DataSaverForm on={dataSaver} path={paths.guardian.account} />
      <Card title={m.accounts_sessions_title()}>
        <p>{m.accounts_sessions_card()}</p>
        <ButtonLink href={paths.guardian.sessions} variant="secondary">
          {m.accounts_sessions_show()}
        </ButtonLink>
      </Card>
    </>
  )
}
