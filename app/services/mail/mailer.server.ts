import { readFileSync } from 'node:fs'
import path from 'node:path'
import { env } from '~/env.server'
import { fileMailer } from './file-mailer.server'
import type { Mailer } from './port'
import { type DkimKey, smtpMailer } from './smtp-mailer.server'

let chosen: Mailer | undefined

/** The mailer of this installation: SMTP_URL's server, or files under DATA_DIR/mail. */
export function mailer(): Mailer {
  const { SMTP_URL: url, MAIL_FROM: from, DATA_DIR: data, APP_MODE: mode } = env()
  // The links of a production open accounts: they are in no log.
  const tell = mode === 'demo' ? (line: string) => process.stdout.write(`${line}\n`) : undefined
  chosen ??= url
    ? smtpMailer({ url, from, dkim: dkimKey() })
    : fileMailer({ folder: path.join(data, 'mail'), from, tell })
  return chosen
}

/** The key that signs the mails of this installation, where it has one; `env` holds that its three settings come together. */
export function dkimKey(): DkimKey | undefined {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY_FILE: file } = env()
  return domain && selector && file ? { domain, selector, privateKey: readFileSync(file, 'utf8') } : undefined
}
