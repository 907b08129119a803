/** How mail leaves the house. Only the worker sends; everything else writes rows through the outbox. */
export interface Mail {
  /** Our own number of this mail: sent twice after a crash, it carries the same Message-ID and is shown once by most readers. */
  reference: string
  to: string
  subject: string
  text: string
  writtenAt: Date
  /** Where its reader asks for no more of its kind: of bulk mail (RFC 2369, RFC 8058). */
  unsubscribeUrl?: string
  /** The envelope's sender, to which reports come back; that of the letter where there is none. */
  returnTo?: string
}

/**
 * - `unreachable`: the server did not answer, or asked to come back later.
 * - `nobody`: there is no such address.
 * - `refused`: it will never take this mail, for another reason.
 * `message` holds no address.
 */
export type MailResult = { ok: true } | { ok: false; reason: 'unreachable' | 'nobody' | 'refused'; message: string }

export interface Mailer {
  send: (mail: Mail) => Promise<MailResult>
  close: () => void
}

/** What stands in a bulk mail's head, so that mail programs show a button for it (RFC 8058). */
export function unsubscribeHeaders({ unsubscribeUrl }: Pick<Mail, 'unsubscribeUrl'>): Record<string, string> {
  if (unsubscribeUrl === undefined) return {}
  return { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
