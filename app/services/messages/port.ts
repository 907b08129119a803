import type { Language } from '~/language/language'

/**
 * SMS and WhatsApp as the rest of the program sees them. A messenger never throws when its provider fails: the reason
 * tells the caller what to conclude.
 */

export const channels = ['sms', 'whatsapp'] as const
export type Channel = (typeof channels)[number]

/**
 * Category that decides the price and the treatment: service messages reach numbers on DND, promotional ones do not.
 */
export type TemplateCategory = 'service' | 'promotional'

export interface MessageTemplate {
  /**
   * Name of the template at the provider. Exotel: the DLT template id (19 digits); MSG91: its own template id;
   * WhatsApp: the template's name, `fee_due_reminder`.
   */
  providerName: string
  /** DLT template id of an SMS, by which operators compare text and template. Null on WhatsApp. */
  dltTemplateId: string | null
  /** Header (sender id) of an SMS if the template's header differs from the school's. */
  header: string | null
  /** Language of the text; on WhatsApp, the texts in all languages share one name. */
  language: Language
  category: TemplateCategory
}

export interface TextMessage {
  /** Our id of this message, 1 to 40 of `A-Z a-z 0-9 _ -`; every delivery report repeats it. */
  reference: string
  channel: Channel
  /** Ten-digit Indian number that begins with 6 to 9. */
  to: string
  template: MessageTemplate
  /** Values of the template's variables, in order. */
  values: string[]
  /** Full text as the family reads it; an SMS must equal the text of the DLT portal letter by letter. */
  text: string
}

/**
 * Reason for which a message was not accepted:
 * - `unreachable`: no answer, a broken answer, or the provider's fault (timeout, 5xx). **It may still have been sent**:
 *   `find` first.
 * - `limited`: rate limit, or no connection was made; not sent. Retry after `retryAfterSeconds`.
 * - `keys`: the school's keys are not accepted (wrong, expired, without permission).
 * - `template`: the template, its header or its entity is unknown, not approved, paused, or does not match text and
 *   values.
 * - `number`: the number does not exist, or this channel does not reach it.
 * - `dnd`: the number is on the do-not-disturb register, or its owner has blocked the sender.
 * - `balance`: the prepaid balance is used up, or the account has an open bill.
 * - `refused`: the provider refused for another reason; `message` is its own sentence.
 * In all cases but the first, nothing was sent.
 */
export type SendTrouble = 'unreachable' | 'limited' | 'keys' | 'template' | 'number' | 'dnd' | 'balance' | 'refused'

export interface SendFailure {
  ok: false
  reason: SendTrouble
  /** Error message for the office; holds neither number nor text. */
  message: string
  /** Seconds to wait after `limited`, from the provider's answer or its documentation. */
  retryAfterSeconds?: number
}

export type SendResult =
  /** `parts`: number of SMS that were charged (a WhatsApp message is one). */
  { ok: true; providerId: string; parts: number } | SendFailure

/**
 * `failed` is final; `delivered` may follow `sent` after days, and `read` implies `delivered`. Reports may be repeated,
 * late, and in any order.
 */
export type DeliveryState = 'sent' | 'delivered' | 'read' | 'failed'

export interface DeliveryReport {
  providerId: string
  /** Our reference, if the provider returned it. */
  reference: string | null
  state: DeliveryState
  /**
   * Cause of `failed`; null if the provider gives none. `unreachable`: the phone was off or out of reach; `number`:
   * certainly invalid.
   */
  reason: SendTrouble | null
  at: Date
}

/**
 * State of a message that may have been sent before a crash. `cannot-say`: the provider has no search by our reference
 * (WhatsApp reports by webhook only). Without a report, such a message counts as sent after a while, since a duplicate
 * is worse than a missing message.
 */
export type FindResult =
  | { ok: true; found: 'sent'; providerId: string }
  | { ok: true; found: 'never' }
  | { ok: true; found: 'cannot-say' }
  | SendFailure

export interface Messenger {
  /** Never throws. Each call sends the message again: the providers do not detect a repeated reference. */
  send(message: TextMessage): Promise<SendResult>
  /** @param since earliest possible time of the hand-over, for providers that search their messages by day */
  find(reference: string, since: Date): Promise<FindResult>
  /** Checks that the provider accepts the keys; sends nothing. */
  tryKeys(): Promise<{ ok: true } | SendFailure>
}

/** Seven-bit letters of GSM 03.38 that every phone knows; any other letter reduces an SMS from 160 letters to 70. */
const plainLetters = /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ^{}\\[\]~|€]*$/
const doubledLetters = /[\^{}\\[\]~|€]/g

/** Returns true when a text must be sent as Unicode (UCS-2), as texts in Indian scripts always are. */
export function isUnicode(text: string): boolean {
  return !plainLetters.test(text)
}

/**
 * Number of SMS that a text is charged as: 160 plain or 70 other letters for one SMS, 153 or 67 per part of a longer
 * one (3GPP TS 23.038 and 23.040: a part reserves room for its number). A letter outside the basic plane counts as two.
 */
export function countSms(text: string): number {
  const unicode = isUnicode(text)
  const length = unicode ? text.length : text.length + (text.match(doubledLetters)?.length ?? 0)
  const [alone, part] = unicode ? [70, 67] : [160, 153]
  return length <= alone ? 1 : Math.ceil(length / part)
}
