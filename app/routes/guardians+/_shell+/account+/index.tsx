import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AccountCards } from '~/components/accounts/account-cards'
import { Alert, ButtonLink, Card, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, requireGuardian } from '~/http/route.server'
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
          <ButtonLink href={paths.guardian.signInNames} variant="secondary" label={m.guardians_sign_in_title()} />
          <ButtonLink href={paths.guardian.activate} variant="secondary" label={m.guardians_add_school()} />
        </p>
      </Card>
      <AccountCards
        path={paths.guardian.account}
        changePassword={paths.guardian.changePassword}
        language={paths.guardian.language}
        languageText={m.guardians_language_text()}
        sessions={paths.guardian.sessions}
      />
    </>
  )
}
