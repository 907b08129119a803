import { createHmac } from 'node:crypto'
import { env } from '~/env.server'
import { cookieSecret } from '~/services/secrets/secrets.server'

/** The same for one mail whenever it is sent; tells nothing of how many mails there are. */
export function messageId(reference: string): string {
  const token = createHmac('sha256', cookieSecret('mail')).update(reference).digest('hex').slice(0, 32)
  return `<${token}@${new URL(env().BASE_URL).hostname}>`
}
