import { createHmac } from 'node:crypto'
import { env } from '~/env.server'
import { cookieSecret } from '~/services/secrets/secrets.server'

/** Message-ID of a mail, the same for every attempt; does not reveal the number of mails. */
export function messageId(reference: string): string {
  const token = createHmac('sha256', cookieSecret('mail')).update(reference).digest('hex').slice(0, 32)
  return `<${token}@${new URL(env().BASE_URL).hostname}>`
}
