import { securityContact, siteUrl } from '~/services/site.server'

/** Validity of the file in days. It is generated per request; RFC 9116 recommends less than a year. */
const goodForDays = 180

/** Returns security.txt (RFC 9116) with the contact for vulnerabilities; null if the operator has set none. */
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
