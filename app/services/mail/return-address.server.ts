import { env } from '~/env.server'
import { keyedDigest, sameText } from '~/services/secrets/secrets.server'

const seal = (mailId: number) => keyedDigest('mail-return', String(mailId)).toString('hex').slice(0, 20)

/**
 * The envelope's sender of one mail (VERP): its reports come back to an address that says which mail it was, and that nobody without APP_KEY
 * can make up. In small letters and digits, since servers on the way may change capitals. Undefined where MAIL_BOUNCES names no mailbox.
 */
export function returnAddress(mailId: number): string | undefined {
  const { MAIL_BOUNCES: mailbox } = env()
  if (!mailbox) return undefined
  const at = mailbox.lastIndexOf('@')
  return `${mailbox.slice(0, at)}+${mailId.toString(36)}-${seal(mailId)}${mailbox.slice(at)}`
}

/** Return addresses that are looked at in one report: its own headers have it, and the letter that came back. */
const maxLooks = 50

/** Which mail a report is of, by the first genuine return address anywhere in it; null where there is none. */
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
