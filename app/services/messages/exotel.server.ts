import {
  askProvider,
  failure,
  propertiesOf,
  providerIdOf,
  referenceOf,
  replyTextOf,
  timeOf,
  unreadable,
} from './ask-provider.server'
import { countSms, type DeliveryReport, isUnicode, type Messenger, type SendFailure, type SendTrouble } from './port'

export interface ExotelSettings {
  accountSid: string
  keyId: string
  token: string
  entityId: string
  header: string
  /** Address for delivery reports; sent with each message. */
  reportUrl: string
  baseUrl: string
  timeoutMs: number
}

/**
 * Cause of a refusal with status 400 by the words of its text, since its error code is always BAD_REQUEST. "Unknown
 * number" is not among these causes: only a delivery report proves it, and a misread text would mark all families'
 * numbers as wrong.
 */
const causes: readonly [RegExp, SendTrouble][] = [
  [/balance|credit/i, 'balance'],
  [/\bdnd\b/i, 'dnd'],
  [/\bdlt\b|template|entity id|sender id/i, 'template'],
]

const byStatus: Partial<Record<number, SendTrouble>> = { 401: 'keys', 402: 'balance', 403: 'keys', 404: 'keys' }

/** Default pause after 429 and 503, which Exotel documents for its limit of messages per minute. */
const usualPauseSeconds = 60

/**
 * Exotel's SMS API, version 1 ("Send SMS", "SMS Details", "HTTP status codes", developer.exotel.com), with a school's
 * own account.
 */
export function exotelMessenger(settings: ExotelSettings): Messenger {
  const { accountSid, keyId, token, timeoutMs } = settings
  const account = `${settings.baseUrl.replace(/\/+$/, '')}/v1/Accounts/${encodeURIComponent(accountSid)}`
  // The documentation puts the keys into the URL; a header keeps them out of proxy logs.
  const headers = { Authorization: `Basic ${Buffer.from(`${keyId}:${token}`).toString('base64')}` }

  return {
    async send({ reference, to, template, text }) {
      const body = new URLSearchParams({
        From: template.header ?? settings.header,
        To: `+91${to}`,
        Body: text,
        EncodingType: isUnicode(text) ? 'unicode' : 'plain',
        SmsType: template.category === 'promotional' ? 'promotional' : 'transactional',
        DltEntityId: settings.entityId,
        DltTemplateId: template.dltTemplateId ?? template.providerName,
        StatusCallback: settings.reportUrl,
        CustomField: reference,
      })
      const outcome = await askProvider(`${account}/Sms/send.json`, { method: 'POST', headers, body }, timeoutMs)
      if (!outcome.ok) return outcome
      const { answer } = outcome
      if (answer.status >= 300) return refusalOf(answer)
      const message = propertiesOf(propertiesOf(answer.body).SMSMessage)
      const providerId = providerIdOf(message.Sid)
      if (/^failed/i.test(replyTextOf(message.Status))) {
        const reason = reasonOf(message)
        // Before a delivery attempt Exotel cannot know anything about the phone, so these reasons become `refused`.
        const failureReason = reason === 'number' || reason === 'unreachable' ? 'refused' : reason
        return failure(failureReason, 'Exotel did not accept the message.')
      }
      return providerId ? { ok: true, providerId, parts: countSms(text) } : unreadable()
    },
    // Exotel documents a search by its own id only.
    find: async () => ({ ok: true, found: 'cannot-say' }),
    async tryKeys() {
      // Asks for a message that was never sent: a valid account gets 404, an invalid one 401 or 403.
      const outcome = await askProvider(`${account}/SMS/Messages/${'0'.repeat(32)}.json`, { headers }, timeoutMs)
      if (!outcome.ok) return outcome
      return [200, 404].includes(outcome.answer.status) ? { ok: true } : refusalOf(outcome.answer)
    },
  }
}

function refusalOf({
  status,
  body,
  retryAfterSeconds,
}: {
  status: number
  body: unknown
  retryAfterSeconds: number | null
}): SendFailure {
  const errorMessage =
    replyTextOf(propertiesOf(propertiesOf(body).RestException).Message) || `Exotel answered ${status}.`
  if (status === 429 || status === 503) return failure('limited', errorMessage, retryAfterSeconds ?? usualPauseSeconds)
  if (status >= 500) return failure('unreachable', errorMessage)
  return failure(
    byStatus[status] ?? causes.find(([sentence]) => sentence.test(errorMessage))?.[1] ?? 'refused',
    errorMessage,
  )
}

/**
 * Reads the words, because Exotel's two lists of detailed codes share the words but not the numbers. A phone that is
 * off, abroad or broken is `unreachable`: its number is still valid.
 */
function reasonOf(report: Record<string, unknown>): SendTrouble {
  const words = `${replyTextOf(report.Status)} ${replyTextOf(report.DetailedStatus)}`.toUpperCase()
  if (/DND|BLACKLIST/.test(words)) return 'dnd'
  if (/DLT|TEMPLATE|ENTITY|SENDER|HEADER|SPAM/.test(words)) return 'template'
  if (/BALANCE|CREDIT/.test(words)) return 'balance'
  if (/INVALID_NUMBER|UNALLOCATED/.test(words)) return 'number'
  if (/ABSENT|UNAVAILABLE|HANDSET|EXPIRED|UNDELIVERED|SUBSCRIBER/.test(words)) return 'unreachable'
  return 'refused'
}

/**
 * Reads the StatusCallback that Exotel posts (a form: SmsSid, Status, DetailedStatus, DateSent, CustomField). Returns
 * an empty list while the message is on its way; null for anything that is not Exotel's report.
 */
export function readExotelReport(form: URLSearchParams, now: Date): DeliveryReport[] | null {
  const posted = Object.fromEntries(form)
  const providerId = providerIdOf(posted.SmsSid)
  const status = replyTextOf(posted.Status).toLowerCase()
  if (!providerId || !status) return null
  const common = {
    providerId,
    reference: referenceOf(posted.CustomField),
    at: timeOf(replyTextOf(posted.DateSent), now),
  }
  if (status === 'delivered' || /DELIVERED_TO_HANDSET/i.test(replyTextOf(posted.DetailedStatus)))
    return [{ ...common, state: 'delivered', reason: null }]
  if (status === 'sent') return [{ ...common, state: 'sent', reason: null }]
  if (/^(failed|undelivered|expired)/.test(status)) return [{ ...common, state: 'failed', reason: reasonOf(posted) }]
  return []
}
