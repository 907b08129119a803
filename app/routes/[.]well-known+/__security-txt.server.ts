import { securityContact, siteUrl } from '~/services/site.server'

/** The file is asked for anew each time, so it is good for half a year from today; RFC 9116 wants less than a year. */
const goodForDays = 180

/** Whom to tell of a security fault, in the words of RFC 9116; null where the operator named nobody. */
export function securityTxt(): string | null {
  const contact = securityContact()
  if (contact === undefined) return null
  const until = new Date()
  until.setUTCHours(0, 0, 0, 0)
  until.setUTCDate(until.getUTCDate() + goodForDays)
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${until.toISOString()}`,
    'Preferred-Languages: en, hi, gu',
    `Canonical: ${siteUrl('/.well-known/security.txt')}`,
  ]
  return `${lines.join('\n')}\n`
}
