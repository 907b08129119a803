import { createTransport } from 'nodemailer'
import { isLoopback } from '~/env.server'
import { withoutAddresses } from '~/services/log.server'
import { messageId } from './message-id.server'
import type { Mailer, MailResult } from './port'

/** Sends through the server of SMTP_URL over a few kept connections. */
export function smtpMailer(options: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url: options.url,
    // A server that no longer offers encryption is one that somebody stands in front of; on this machine nobody does.
    requireTLS: !isLoopback(options.url),
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    send: async (mail) => {
      try {
        await transport.sendMail({
          from: options.from,
          // As an object, so that no comma or bracket in it can name a second reader.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          date: mail.writtenAt,
          messageId: messageId(mail.reference),
        })
        return { ok: true }
      } catch (error) {
        return failureOf(error)
      }
    },
    close: () => transport.close(),
  }
}

interface SmtpError {
  code?: string
  responseCode?: number
}

/** A 5xx about the address or the letter is final; one about our sign-in is the operator's to mend, and worth another try. */
function failureOf(error: unknown): MailResult {
  const { code, responseCode = 0 } = error as SmtpError
  const final = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  const said = error instanceof Error ? error.message : String(error)
  return { ok: false, reason: final ? 'refused' : 'unreachable', message: withoutAddresses(said).slice(0, 300) }
}
