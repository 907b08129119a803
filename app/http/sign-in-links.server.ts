import { siteUrl } from '~/services/site.server'
import { accountPaths, paths } from './paths'
import { schoolPaths } from './school-paths'
import type { Role } from './session-cookie.server'

/** Makes the full address of a role's reset page, as the mail carries it. */
export function resetLink(role: Role): (email: string, token: string) => string {
  return (email, token) => siteUrl(`${accountPaths[role].resetPassword}?${new URLSearchParams({ email, token })}`)
}

/** The same page as an invited colleague meets it: there is no password yet. */
export function invitationLink(email: string, token: string): string {
  return siteUrl(`${schoolPaths.resetPassword}?${new URLSearchParams({ email, token, invited: '1' })}`)
}

/** The page that undoes a change of e-mail or mobile number, as the mail to the address before carries it. */
export function undoLink(token: string): string {
  return siteUrl(`${paths.student.undoChange}?${new URLSearchParams({ token })}`)
}

/** The page that confirms a new e-mail address, as the mail to it carries it. */
export function emailChangeLink(token: string): string {
  return siteUrl(`${paths.student.confirmEmail}?${new URLSearchParams({ token })}`)
}
