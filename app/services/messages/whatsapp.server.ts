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
import type { DeliveryReport, Messenger, SendFailure, SendTrouble } from './port'

export interface WhatsappSettings {
  phoneId: string
  businessId: string
  token: string
  baseUrl: string
  timeoutMs: number
}

const version = 'v23.0'

/**
 * Error codes of the Cloud API (developers.facebook.com, "Error codes") for which that page advises an action. The last
 * value is a useful delay in seconds before a retry: a pair of numbers may exchange one message per six seconds, and an
 * account has an hourly quota.
 */
const codes: ReadonlyArray<readonly [SendTrouble, readonly number[], number?]> = [
  ['keys', [0, 3, 10, 33, 190, 368, 131005, 131031, 131045, 133010]],
  ['limited', [131056], 6],
  ['limited', [4, 130429], 60],
  ['limited', [80007, 131048, 133016], 3600],
  ['template', [131008, 131009, 131047, 132000, 132001, 132005, 132007, 132012, 132015, 132016, 132018]],
  ['number', [130472, 131021, 131026, 131030]],
  ['dnd', [131049, 131050]],
  ['balance', [131042]],
  ['unreachable', [1, 2, 131000, 131016, 131057, 133004]],
]

function causeOf(code: number): { reason: SendTrouble; seconds?: number } {
  const codeEntry = codes.find(([, all]) => all.includes(code))
  if (codeEntry) return { reason: codeEntry[0], ...(codeEntry[2] ? { seconds: codeEntry[2] } : {}) }
  return { reason: code >= 200 && code <= 299 ? 'keys' : 'refused' }
}

/**
 * WhatsApp's Cloud API with a school's own number: sends approved templates only, since the family has not written
 * first.
 */
export function whatsappMessenger({ phoneId, businessId, token, baseUrl, timeoutMs }: WhatsappSettings): Messenger {
  const at = (path: string) => `${baseUrl.replace(/\/+$/, '')}/${version}/${path}`
  const headers = { Authorization: `Bearer ${token}` }

  return {
    async send({ reference, to, template, values }) {
      const body = JSON.stringify({
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: `91${to}`,
        type: 'template',
        template: {
          name: template.providerName,
          language: { code: template.language },
          ...(values.length > 0
            ? { components: [{ type: 'body', parameters: values.map((text) => ({ type: 'text', text })) }] }
            : {}),
        },
        biz_opaque_callback_data: reference,
      })
      const request = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body }
      const outcome = await askProvider(at(`${encodeURIComponent(phoneId)}/messages`), request, timeoutMs)
      if (!outcome.ok) return outcome
      if (outcome.answer.status >= 300) return refusalOf(outcome.answer)
      const { messages } = propertiesOf(outcome.answer.body)
      const providerId = Array.isArray(messages) ? providerIdOf(propertiesOf(messages[0]).id) : null
      return providerId ? { ok: true, providerId, parts: 1 } : unreadable()
    },
    // The Cloud API cannot list sent messages: only its webhooks report, with our reference.
    find: async () => ({ ok: true, found: 'cannot-say' }),
    async tryKeys() {
      const path = `${encodeURIComponent(businessId)}/phone_numbers?fields=id&limit=100`
      const outcome = await askProvider(at(path), { headers }, timeoutMs)
      if (!outcome.ok) return outcome
      if (outcome.answer.status >= 300) return refusalOf(outcome.answer)
      const { data } = propertiesOf(outcome.answer.body)
      if (!Array.isArray(data)) return unreadable()
      const isThere = data.some((one) => replyTextOf(propertiesOf(one).id) === phoneId)
      return isThere ? { ok: true } : failure('number', 'The business account has no phone number of this id.')
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
  const error = propertiesOf(propertiesOf(body).error)
  const errorMessage = replyTextOf(error.message) || `WhatsApp answered ${status}.`
  if (typeof error.code !== 'number') {
    if (status === 429) return failure('limited', errorMessage, retryAfterSeconds ?? 60)
    if (status >= 500) return failure('unreachable', errorMessage)
    return failure(status === 401 ? 'keys' : 'refused', errorMessage)
  }
  const { reason, seconds } = causeOf(error.code)
  return failure(reason, errorMessage, reason === 'limited' ? (retryAfterSeconds ?? seconds) : null)
}

const states: Partial<Record<string, DeliveryReport['state']>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  // A played voice message; we send none, but the documentation lists it with the others.
  played: 'read',
  failed: 'failed',
}

/**
 * Returns the statuses for this number in a WhatsApp webhook ("Status messages webhook reference"); ignores messages of
 * families and account events. Null for anything that is not a WhatsApp account's webhook.
 */
export function readWhatsappReports(posted: unknown, phoneId: string, now: Date): DeliveryReport[] | null {
  const { object, entry } = propertiesOf(posted)
  if (object !== 'whatsapp_business_account' || !Array.isArray(entry)) return null
  const values = entry
    .flatMap((one) => propertiesOf(one).changes ?? [])
    .map((change) => propertiesOf(propertiesOf(change).value))
    .filter(({ metadata }) => replyTextOf(propertiesOf(metadata).phone_number_id) === phoneId)
  return values
    .flatMap(({ statuses }) => (Array.isArray(statuses) ? statuses.map(propertiesOf) : []))
    .flatMap((status) => {
      const state = states[replyTextOf(status.status)]
      const providerId = providerIdOf(status.id)
      if (!state || !providerId) return []
      const [error] = Array.isArray(status.errors) ? status.errors : []
      const reason = state === 'failed' ? causeOf(Number(propertiesOf(error).code ?? -1)).reason : null
      const reference = referenceOf(status.biz_opaque_callback_data)
      return [{ providerId, reference, state, reason, at: timeOf(replyTextOf(status.timestamp), now) }]
    })
}
