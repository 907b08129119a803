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

export interface Msg91Settings {
  authKey: string
  header: string
  baseUrl: string
  timeoutMs: number
}

/**
 * Codes of MSG91's "Billing and Tech Alerts" (msg91.com/help). 418: the server's IP address is not on the account's
 * list. The codes about a number (101, 202) are omitted: only a report shows that a number is invalid.
 */
const byCode: Partial<Record<string, SendTrouble>> = {
  '203': 'template',
  '207': 'keys',
  '301': 'balance',
  '401': 'keys',
  '418': 'keys',
}

/** Wording of the same causes, for answers without a code. */
const causes: readonly [RegExp, SendTrouble][] = [
  [/auth/i, 'keys'],
  [/balance|credit/i, 'balance'],
  [/\bflow\b|template|\bdlt\b|sender id|entity id/i, 'template'],
]

const usualPauseSeconds = 60

/**
 * MSG91's "Send SMS via Flow" with a school's own account. MSG91 holds the text: its template, mapped there to the DLT
 * template id and entity, has the variables VAR1, VAR2 … in the order of the values.
 */
export function msg91Messenger({ authKey, header, baseUrl, timeoutMs }: Msg91Settings): Messenger {
  const flow = (body: object) =>
    askProvider(
      `${baseUrl.replace(/\/+$/, '')}/api/v5/flow`,
      { method: 'POST', headers: { authkey: authKey, 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
      timeoutMs,
    )

  return {
    async send({ reference, to, template, values, text }) {
      const variables = Object.fromEntries(values.map((value, index) => [`VAR${index + 1}`, value]))
      const outcome = await flow({
        template_id: template.providerName,
        sender: template.header ?? header,
        short_url: '0',
        unicode: isUnicode(text) ? 1 : 0,
        recipients: [{ ...variables, mobiles: `91${to}`, CRQID: reference }],
      })
      if (!outcome.ok) return outcome
      const { status, body } = outcome.answer
      const { type, message } = propertiesOf(body)
      if (status >= 300 || type !== 'success') return refusalOf(outcome.answer)
      const providerId = providerIdOf(message)
      return providerId ? { ok: true, providerId, parts: countSms(text) } : unreadable()
    },
    // MSG91 documents no search by the CRQID.
    find: async () => ({ ok: true, found: 'cannot-say' }),
    async tryKeys() {
      // A valid key without template and recipient gets an error about these and sends nothing; an invalid key gets its
      // own error. The balance request is not used, since it would put the key into the URL.
      const outcome = await flow({})
      if (!outcome.ok) return outcome
      const refusal = refusalOf(outcome.answer)
      return ['template', 'refused'].includes(refusal.reason) ? { ok: true } : refusal
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
  const { type, message, code } = propertiesOf(body)
  const errorMessage = replyTextOf(message) || `MSG91 answered ${status}.`
  if (status === 429) return failure('limited', errorMessage, retryAfterSeconds ?? usualPauseSeconds)
  if (status >= 500) return failure('unreachable', errorMessage)
  if (status < 300 && type !== 'error') return unreadable()
  const cause =
    byCode[replyTextOf(code)] ?? byCode[String(status)] ?? causes.find(([sentence]) => sentence.test(errorMessage))?.[1]
  return failure(cause ?? 'refused', errorMessage)
}

/**
 * Codes of the webhooks: 1 delivered, 2 failed, 9 on the do-not-disturb register, 16 and 25 rejected, 17 blocked
 * (msg91.com/help).
 */
const byReport: Partial<Record<string, SendTrouble>> = { '9': 'dnd', '16': 'template', '25': 'template', '17': 'dnd' }

/**
 * Causes by the wording of a report, which takes precedence over its code. `unreachable` instead of `number` for a
 * phone that is off or out of reach, because its number is valid.
 */
const inWords: readonly [RegExp, SendTrouble][] = [
  [/dnd|ndnc|block/i, 'dnd'],
  [/dlt|template|entity|header|sender/i, 'template'],
  [/(invalid|wrong|unallocated|unknown)[ _](mobile|number|subscriber)/i, 'number'],
  [/absent|unavailable|handset|expire|undeliv|subscriber|switched off/i, 'unreachable'],
]

function readOne(report: Record<string, unknown>, requestId: unknown, now: Date): DeliveryReport | null {
  const providerId = providerIdOf(requestId)
  const status = replyTextOf(report.status)
  const words = `${replyTextOf(report.desc)} ${replyTextOf(report.failedReason ?? report.failureReason)}`
  if (!providerId || (status === '' && words.trim() === '')) return null
  const isDelivered = status === '1' || /^delivered$/i.test(status)
  const common = {
    providerId,
    reference: referenceOf(report.CRQID),
    at: timeOf(replyTextOf(report.date ?? report.deliveryTime), now),
  }
  if (isDelivered) return { ...common, state: 'delivered', reason: null }
  const matchedReason = inWords.find(([sentence]) => sentence.test(words))?.[1]
  const isFailed =
    status === '2' || status in byReport || /fail|reject|block|undeliv|expire/i.test(`${status} ${words}`)
  // 2 means "failed", for any cause.
  const reason = matchedReason ?? byReport[status] ?? (status === '2' ? null : 'refused')
  return isFailed ? { ...common, state: 'failed', reason } : { ...common, state: 'sent', reason: null }
}

/**
 * Reads MSG91's webhook: version 2 (a form whose `data` lists requests with their reports), version 3 (one report as
 * JSON) and the new webhook with its own names. Skips unreadable entries of a list: a refusal would lose the others,
 * which MSG91 does not repeat. Null if nothing is readable.
 */
export function readMsg91Reports(posted: unknown, now: Date): DeliveryReport[] | null {
  const reports: DeliveryReport[] = []
  for (const request of Array.isArray(posted) ? posted : [posted]) {
    const { requestId, report, ...flat } = propertiesOf(request)
    for (const one of Array.isArray(report) ? report : [flat]) {
      const read = readOne(propertiesOf(one), requestId, now)
      if (read) reports.push(read)
    }
  }
  return reports.length > 0 ? reports : null
}
