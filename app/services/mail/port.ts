/** How mail leaves the house. Only the worker sends; everything else writes rows through the outbox. */
export interface Mail {
  /** Our own number of this mail: sent twice after a crash, it carries the same Message-ID and is shown once by most readers. */
  reference: string
  to: string
  subject: string
  text: string
  writtenAt: Date
}

/**
 * - `unreachable`: the server did not answer, or asked to come back later.
 * - `refused`: it will never take this mail (no such address, for one).
 * `message` holds no address.
 */
export type MailResult = { ok: true } | { ok: false; reason: 'unreachable' | 'refused'; message: string }

export interface Mailer {
  send: (mail: Mail) => Promise<MailResult>
  close: () => void
}
