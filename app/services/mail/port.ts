import addressparser from 'nodemailer/lib/addressparser'

/** Outgoing mail. Only the worker sends it; all other code writes rows to the outbox. */
export interface Mail {
  /** Our id of this mail: a repeat after a crash has the same Message-ID, and most mail programs show it once. */
  reference: string
  /** Sender's name, such as the school's; the portal's name follows it in brackets. */
  sender?: string
  to: string
  subject: string
  text: string
  writtenAt: Date
  /** Unsubscribe address of bulk mail (RFC 2369, RFC 8058). */
  unsubscribeUrl?: string
  /** A user waits for this mail: it uses a connection reserved for urgent mail. */
  isUrgent?: boolean
  /** Envelope sender, which receives the reports; the From address by default. */
  returnTo?: string
}

/**
 * - `unreachable`: the server did not answer, or accepts no mail at all.
 * - `later`: the server asked for a retry of this mail.
 * - `nobody`: the address does not exist.
 * - `refused`: the server will never accept this mail, for another reason.
 * `message` holds no address.
 */
export type MailResult =
  | { ok: true }
  | { ok: false; reason: 'unreachable' | 'later' | 'nobody' | 'refused'; message: string }

export interface Mailer {
  send: (mail: Mail) => Promise<MailResult>
  close: () => void
}

/** Returns the From header: always the portal's own address, with the sender's name. */
export function senderOf(from: string, sender: string | undefined): { name: string; address: string } {
  const [{ name = '', address = '' } = {}] = addressparser(from, { flatten: true })
  if (!sender) return { name, address }
  return { name: name ? `${sender} (${name})` : sender, address }
}

/** Headers of a bulk mail for which mail programs show an unsubscribe button (RFC 8058). */
export function unsubscribeHeaders({ unsubscribeUrl }: Pick<Mail, 'unsubscribeUrl'>): Record<string, string> {
  if (unsubscribeUrl === undefined) return {}
  return { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
