import { createTransport } from 'nodemailer'
import { isLoopback } from '~/env.server'
import { recordHealth } from '~/services/health'
import { withoutAddresses } from '~/services/log.server'
import { verdictOf } from './delivery-status'
import { messageId } from './message-id.server'
import { type Mailer, type MailResult, senderOf, unsubscribeHeaders } from './port'

/** DKIM key of a domain: a PEM whose public half is in the DNS under `selector`. */
export interface DkimKey {
  domain: string
  selector: string
  privateKey: string
}

/** Headers that the signature covers; RFC 8058 requires both unsubscribe headers. */
const signedHeaders =
  'from:to:subject:date:message-id:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post'

/**
 * Connections to the mail server for urgent and for other mails: as many as the worker has slots for each. Only two of
 * the six urgent slots serve unapproved schools and registrations (`unapproved-mail`), so that these cannot take all.
 */
const connections = { urgent: 6, other: 5 }

/** Sends through the server of SMTP_URL over a few persistent connections; signs mails if there is a key. */
export function smtpMailer(options: { url: string; from: string; dkim?: DkimKey }): Mailer {
  const { dkim } = options
  const open = (maxConnections: number) =>
    createTransport({
      url: options.url,
      // Requires encryption except on this machine: a server that stops offering it may be an impostor.
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
      recordHealth('mail', isSilent, async () => {
        try {
          await (mail.isUrgent ? urgent : other).sendMail({
            from: senderOf(options.from, mail.sender),
            // Passed as an object, so that a comma or bracket in the address cannot add a second recipient.
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
  /** SMTP command that the server refused. */
  command?: string
  response?: string
  responseCode?: number
}

/**
 * A 5xx about the address or the mail is final; one about our sign-in is for the operator to fix and is worth a retry.
 */
function failureOf(error: unknown): MailResult {
  const { code, command, response = '', responseCode = 0 } = error as SmtpError
  const isOfThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const final = responseCode >= 500 && isOfThisMail
  const errorText = error instanceof Error ? error.message : String(error)
  const message = withoutAddresses(errorText).slice(0, 300)
  // 421: the server accepts no mail at all at the moment, so it counts as unreachable.
  const isLater = isOfThisMail && responseCode >= 400 && responseCode !== 421
  if (!final) return { ok: false, reason: isLater ? 'later' : 'unreachable', message }
  const isNobody = command === 'RCPT TO' && verdictOf(response) === 'nobody'
  return { ok: false, reason: isNobody ? 'nobody' : 'refused', message }
}
