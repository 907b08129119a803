import { siteUrl } from '~/services/site.server'
import { paths } from './paths'
import type { Role } from './session-cookie.server'

/** Makes the full address of a role's reset page, as the mail carries it. */
export function resetLink(role: Role): (email: string, token: string) => string {
  return (email, token) => siteUrl(`${paths[role].resetPassword}?${new URLSearchParams({ email, token })}`)
}
