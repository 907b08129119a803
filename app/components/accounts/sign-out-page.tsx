import { useLoaderData } from '@remix-run/react'
import { accountPaths, type Side } from '~/addresses/paths'
import { Alert, Button, ButtonLink } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { AccountPage } from './account-page'
import { MoveOn } from './move-on'

export const signOutTitle = ({ signedIn }: { signedIn: boolean }) =>
  signedIn ? m.accounts_logout_title() : m.accounts_logged_out()

/** Asks before signing out; redirects to login 1.5 s after signing out (student specification, section 2). */
export function SignOutPage({ side }: { side: Side }) {
  const { signedIn } = useLoaderData() as { signedIn: boolean }
  return (
    <AccountPage side={side} title={signOutTitle({ signedIn })}>
      {signedIn ? (
        <>
          <p>{m.accounts_logout_question()}</p>
          {/* A plain form loads a whole new document, so no data of this user stays in memory. */}
          <form method="post" action={accountPaths[side].logout} className="actions">
            <Button type="submit">{m.accounts_logout_title()}</Button>
            <ButtonLink href={accountPaths[side].home} variant="secondary" label={m.accounts_cancel()} />
          </form>
        </>
      ) : (
        <>
          <Alert tone="good" title={m.accounts_logout_text()} />
          <MoveOn to={accountPaths[side].login} afterMs={1500} />
        </>
      )}
    </AccountPage>
  )
}
