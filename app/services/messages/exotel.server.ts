import {
  askProvider,
  failure,
  propertiesOf,
  providerIdOf,
  referenceOf,
  textOf,
  timeOf,
  unreadable,
} from './ask-provider.server'
import { type DeliveryReport, isUnicode, type Messenger, partsOf, type SendFailure, type SendTrouble } from './port'

export interface ExotelSettings {
  accountSid: string
  keyId: string
  token: string
  entityId: string
  header: string
  /** Where Exotel reports to; it goes with each message. */
  reportUrl: string
  baseUrl: string
  timeoutMs: number
}

/**
 * Sentences of a 400 that tell what was wrong; its code says BAD_REQUEST for all of them. None says that a number is nobody's: that is known
 * from a report alone, and a sentence that is misread would mark every family that is written to.
 */
const causes: readonly [RegExp, SendTrouble][] = [
  [/balance|credit/i, 'balance'],
  [/\bdnd\b/i, 'dnd'],
  [/\bdlt\b|template|entity id|sender id/i, 'template'],
]

const byStatus: Partial<Record<number, SendTrouble>> = { 401: 'keys', 402: 'balance', 403: 'keys', 404: 'keys' }

/** Of 429 and 503, which Exotel's documentation names for its limit of messages a minute. */
const usualPauseSeconds = 60

/** Exotel's SMS API, version 1 ("Send SMS", "SMS Details", "HTTP status codes", developer.exotel.com), with a school's own account. */
export function exotelMessenger(settings: ExotelSettings): Messenger {
  const { accountSid, keyId, token, timeoutMs } = settings
  const account = `${settings.baseUrl.replace(/\/+$/, '')}/v1/Accounts/${encodeURIComponent(accountSid)}`
  // The documentation shows the keys in the address; as a header they are in no log of a proxy.
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
      const asked = await askProvider(`${account}/Sms/send.json`, { method: 'POST', headers, body }, timeoutMs)
      if (!asked.ok) return asked
      const { answer } = asked
      if (answer.status >= 300) return refusalOf(answer)
      const message = propertiesOf(propertiesOf(answer.body).SMSMessage)
      const providerId = providerIdOf(message.Sid)
      if (/^failed/i.test(textOf(message.Status))) {
        const reason = reasonOf(message)
        // Of a phone it can know nothing yet.
        const said = reason === 'number' || reason === 'unreachable' ? 'refused' : reason
        return failure(said, 'Exotel did not take the message.')
      }
      return providerId ? { ok: true, providerId, parts: partsOf(text) } : unreadable()
    },
    // Its documentation finds a message by Exotel's own id only.
    find: async () => ({ ok: true, found: 'cannot-say' }),
    async tryKeys() {
      // A message that nobody sent: 404 from an account that may ask, 401 and 403 from one that may not.
      const asked = await askProvider(`${account}/SMS/Messages/${'0'.repeat(32)}.json`, { headers }, timeoutMs)
      if (!asked.ok) return asked
      return [200, 404].includes(asked.answer.status) ? { ok: true } : refusalOf(asked.answer)
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
  const said = textOf(propertiesOf(propertiesOf(body).RestException).Message) || `Exotel answered ${status}.`
  if (status === 429 || status === 503) return failure('limited', said, retryAfterSeconds ?? usualPauseSeconds)
  if (status >= 500) return failure('unreachable', said)
  return failure(byStatus[status] ?? causes.find(([sentence]) => sentence.test(said))?.[1] ?? 'refused', said)
}

/**
 * Exotel's two lists of detailed codes differ in their numbers and agree in their words. A phone that is off, abroad or broken is `unreachable`:
 * its number is somebody's all the same.
 */
function reasonOf(report: Record<string, unknown>): SendTrouble {
  const words = `${textOf(report.Status)} ${textOf(report.DetailedStatus)}`.toUpperCase()
  if (/DND|BLACKLIST/.test(words)) return 'dnd'
  if (/DLT|TEMPLATE|ENTITY|SENDER|HEADER|SPAM/.test(words)) return 'template'
  if (/BALANCE|CREDIT/.test(words)) return 'balance'
  if (/INVALID_NUMBER|UNALLOCATED/.test(words)) return 'number'
  if (/ABSENT|UNAVAILABLE|HANDSET|EXPIRED|UNDELIVERED|SUBSCRIBER/.test(words)) return 'unreachable'
  return 'refused'
}

/**
 * What Exotel posts to the StatusCallback (a form: SmsSid, Status, DetailedStatus, DateSent, CustomField). Empty while it is still on its way;
 * null where it is no report of Exotel's.
 */
export function readExotelReport(form: URLSearchParams, now: Date): DeliveryReport[] | null {
  const posted = Object.fromEntries(form)
  const providerId = providerIdOf(posted.SmsSid)
  const status = textOf(posted.Status).toLowerCase()
  if (!providerId || !status) return null
  const common = { providerId, reference: referenceOf(posted.CustomField), at: timeOf(textOf(posted.DateSent), now) }
  if (status === 'delivered' || /DELIVERED_TO_HANDSET/i.test(textOf(posted.DetailedStatus)))
    return [{ ...common, state: 'delivered', reason: null }]
  if (status === 'sent') return [{ ...common, state: 'sent', reason: null }]
  if (/^(failed|undelivered|expired)/.test(status)) return [{ ...common, state: 'failed', reason: reasonOf(posted) }]
  return []
}
