import addressparser from 'nodemailer/lib/addressparser'

/** How mail leaves the house. Only the worker sends; everything else writes rows through the outbox. */
export interface Mail {
  /** Our own number of this mail: sent twice after a crash, it carries the same Message-ID and is shown once by most readers. */
  reference: string
  /** Who writes, beside the name of the portal: a school. */
  sender?: string
  to: string
  subject: string
  text: string
  writtenAt: Date
  /** Where its reader asks for no more of its kind: of bulk mail (RFC 2369, RFC 8058). */
  unsubscribeUrl?: string
  /** Somebody waits for it: it goes over a connection that no other mail takes. */
  isUrgent?: boolean
  /** The envelope's sender, to which reports come back; that of the letter where there is none. */
  returnTo?: string
}

/**
 * - `unreachable`: the server did not answer, or takes no mail at all.
 * - `later`: it asked to come back later with this mail.
 * - `nobody`: there is no such address.
 * - `refused`: it will never take this mail, for another reason.
 * `message` holds no address.
 */
export type MailResult =
  | { ok: true }
  | { ok: false; reason: 'unreachable' | 'later' | 'nobody' | 'refused'; message: string }

export interface Mailer {
  send: (mail: Mail) => Promise<MailResult>
  close: () => void
}

/** Who a mail is from: the portal's own address, whoever writes by it. */
export function senderOf(from: string, sender: string | undefined): { name: string; address: string } {
  const [{ name = '', address = '' } = {}] = addressparser(from, { flatten: true })
  if (!sender) return { name, address }
  return { name: name ? `${sender} (${name})` : sender, address }
}

/** What stands in a bulk mail's head, so that mail programs show a button for it (RFC 8058). */
export function unsubscribeHeaders({ unsubscribeUrl }: Pick<Mail, 'unsubscribeUrl'>): Record<string, string> {
  if (unsubscribeUrl === undefined) return {}
  return { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
