import { createTransport } from 'nodemailer'
import { isLoopback } from '~/env.server'
import { noting } from '~/services/health'
import { withoutAddresses } from '~/services/log.server'
import { verdictOf } from './delivery-status'
import { messageId } from './message-id.server'
import { type Mailer, type MailResult, senderOf, unsubscribeHeaders } from './port'

/** By which a domain vouches for a letter: its key is a PEM, whose other half stands in the DNS under `selector`. */
export interface DkimKey {
  domain: string
  selector: string
  privateKey: string
}

/** What the signature covers: RFC 8058 wants both headers of unsubscribing among them. */
const signedHeaders =
  'from:to:subject:date:message-id:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post'

/** As many as the worker has slots for such mails. */
const connections = { urgent: 4, other: 5 }

/** Sends through the server of SMTP_URL over a few kept connections; signs where there is a key. */
export function smtpMailer(options: { url: string; from: string; dkim?: DkimKey }): Mailer {
  const { dkim } = options
  const open = (maxConnections: number) =>
    createTransport({
      url: options.url,
      // A server that no longer offers encryption is one that somebody stands in front of; on this machine nobody does.
      requireTLS: !isLoopback(options.url),
      pool: true,
      maxConnections,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      dkim: dkim && {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
        headerFieldNames: signedHeaders,
      },
    })
  const [urgent, other] = [open(connections.urgent), open(connections.other)]
  return {
    send: (mail) =>
      noting('mail', isSilent, async () => {
        try {
          await (mail.isUrgent ? urgent : other).sendMail({
            from: senderOf(options.from, mail.sender),
            // As an object, so that no comma or bracket in it can name a second reader.
            to: { name: '', address: mail.to },
            subject: mail.subject,
            text: mail.text,
            date: mail.writtenAt,
            messageId: messageId(mail.reference),
            headers: unsubscribeHeaders(mail),
            ...(mail.returnTo ? { envelope: { from: mail.returnTo, to: mail.to } } : {}),
          })
          return { ok: true }
        } catch (error) {
          return failureOf(error)
        }
      }),
    close: () => {
      urgent.close()
      other.close()
    },
  }
}

const isSilent = (result: MailResult) => !result.ok && result.reason === 'unreachable'

interface SmtpError {
  code?: string
  /** What was said to the server when it refused. */
  command?: string
  response?: string
  responseCode?: number
}

/** A 5xx about the address or the letter is final; one about our sign-in is the operator's to mend, and worth another try. */
function failureOf(error: unknown): MailResult {
  const { code, command, response = '', responseCode = 0 } = error as SmtpError
  const isOfThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const final = responseCode >= 500 && isOfThisMail
  const said = error instanceof Error ? error.message : String(error)
  const message = withoutAddresses(said).slice(0, 300)
  // 421: it takes no mail at all just now.
  const isLater = isOfThisMail && responseCode >= 400 && responseCode !== 421
  if (!final) return { ok: false, reason: isLater ? 'later' : 'unreachable', message }
  const isNobody = command === 'RCPT TO' && verdictOf(response) === 'nobody'
  return { ok: false, reason: isNobody ? 'nobody' : 'refused', message }
}
