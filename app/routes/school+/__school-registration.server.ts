import { anyone } from '~/http/route.server'
import { schoolPaths } from '~/http/school-paths'
import { currentLanguage } from '~/language/current'
import type { Browser } from '~/models/accounts/open-account.server'
import { openSchool } from '~/models/accounts/open-school.server'
import { schoolsOpenAtOnce, siteUrl } from '~/services/site.server'

/** What the mails of a registration need to know of the request. */
export function registrationFacts(request: Request) {
  return {
    address: request.headers.get('X-Client-Address') ?? 'unknown',
    language: currentLanguage(),
    linkOf: (token: string) => siteUrl(`${schoolPaths.openSchool}?${new URLSearchParams({ token })}`),
    signInAt: siteUrl(schoolPaths.login),
  }
}

/** Opens the school of a mailed link, to the public too where the installation lets every school in. */
export function openByLink(token: string, browser: Browser) {
  return openSchool(anyone(), token, browser, schoolsOpenAtOnce())
}
