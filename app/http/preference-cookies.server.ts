import { type Language, languageCookieName } from '~/language/language'
import { isSecureSite } from '~/services/site.server'

const year = 365 * 24 * 3600

/** Preferences are plain, unsigned values: chosen by the browser's own user and worth nothing to anybody else. */
function preference(name: string, value: string, maxAge: number): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${isSecureSite() ? '; Secure' : ''}`
}

export function languageCookieHeader(language: Language): string {
  return preference(languageCookieName, language, year)
}

/** With data saver on no script is sent, whatever the probe once found. */
export function dataSaverCookieHeader(on: boolean): string {
  return on ? preference('saver', '1', year) : preference('saver', '', 0)
}
