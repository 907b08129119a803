import { env } from '~/env.server'
import { keyedDigest, sameText } from '~/services/secrets/secrets.server'

const seal = (mailId: number) => keyedDigest('mail-return', String(mailId)).toString('hex').slice(0, 20)

/**
 * Envelope sender of one mail (VERP): identifies the mail in a report, and cannot be forged without APP_KEY. Uses
 * lower-case letters and digits, since servers on the way may change case. Undefined when MAIL_BOUNCES names no
 * mailbox.
 */
export function returnAddress(mailId: number): string | undefined {
  const { MAIL_BOUNCES: mailbox } = env()
  if (!mailbox) return undefined
  const at = mailbox.lastIndexOf('@')
  return `${mailbox.slice(0, at)}+${mailId.toString(36)}-${seal(mailId)}${mailbox.slice(at)}`
}

/** Limit of return addresses checked in one report. They are in its headers and in the returned mail. */
const maxLooks = 50

/** Returns the id of the mail that a report is about, by the first genuine return address in it; null without one. */
export function mailOfReturn(report: string): number | null {
  let looks = 0
  for (const [, id = '', given = ''] of report.matchAll(/\+([0-9a-z]{1,11})-([0-9a-f]{20})@/gi)) {
    looks += 1
    if (looks > maxLooks) return null
    const mailId = Number.parseInt(id, 36)
    if (sameText(seal(mailId), given.toLowerCase())) return mailId
  }
  return null
}
