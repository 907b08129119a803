import { Alert } from '~/components/ui/alert'
import { Button, ButtonLink } from '~/components/ui/button'
import { accountPaths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { MoveOn } from './move-on'

/** Asks before signing out, or says that it is done and goes to login after 1.5 s (SP section 2). */
export function SignOutPanel({ side, signedIn }: { side: 'student' | 'school'; signedIn: boolean }) {
  if (!signedIn) {
    return (
      <>
        <Alert tone="good" title={m.accounts_logout_text()} />
        <MoveOn to={accountPaths[side].login} afterMs={1500} />
      </>
    )
  }
  return (
    <>
      <p>{m.accounts_logout_question()}</p>
      {/* A plain form: a whole document follows, and with it nothing of this person stays in the page's memory. */}
      <form method="post" action={accountPaths[side].logout} className="actions">
        <Button type="submit">{m.accounts_logout_title()}</Button>
        <ButtonLink href={accountPaths[side].home} variant="secondary">
          {m.accounts_cancel()}
        </ButtonLink>
      </form>
    </>
  )
}
