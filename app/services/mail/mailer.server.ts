import { readFileSync } from 'node:fs'
import path from 'node:path'
import { env } from '~/env.server'
import { fileMailer } from './file-mailer.server'
import type { Mailer } from './port'
import { type DkimKey, smtpMailer } from './smtp-mailer.server'

let cachedMailer: Mailer | undefined

/** Mailer of this installation: the server of SMTP_URL, or files under DATA_DIR/mail. */
export function mailer(): Mailer {
  const { SMTP_URL: url, MAIL_FROM: from, DATA_DIR: data, APP_MODE: mode } = env()
  // Prints the links only in a demo: in production they open accounts, so they must not appear in a log.
  const tell = mode === 'demo' ? (line: string) => process.stdout.write(`${line}\n`) : undefined
  cachedMailer ??= url
    ? smtpMailer({ url, from, dkim: dkimKey() })
    : fileMailer({ folder: path.join(data, 'mail'), from, tell })
  return cachedMailer
}

/** DKIM key of this installation, if any; `env` checks that its three settings are set together. */
export function dkimKey(): DkimKey | undefined {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY_FILE: file } = env()
  return domain && selector && file ? { domain, selector, privateKey: readFileSync(file, 'utf8') } : undefined
}
