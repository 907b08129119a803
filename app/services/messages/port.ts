/**
 * SMS and WhatsApp as the rest of the program sees them. Types only. A messenger never throws for its provider's trouble: the reason
 * says what the caller may conclude.
 */

export const channels = ['sms', 'whatsapp'] as const
export type Channel = (typeof channels)[number]

/** What the provider charges and treats differently: service messages reach numbers on DND, promotional ones do not. */
export type TemplateCategory = 'service' | 'promotional'

export interface MessageTemplate {
  /**
   * The template's name with whoever delivers: Exotel: the template id of the DLT portal (19 digits); MSG91: its own template id; WhatsApp:
   * the template's name, `fee_due_reminder`.
   */
  providerName: string
  /** The template id of the DLT portal, of an SMS; operators compare text and template by it. Null on WhatsApp. */
  dltTemplateId: string | null
  /** The header (sender id) of an SMS where the template has another than the school's own. */
  header: string | null
  /** The language of the text; on WhatsApp one name has a text in each. */
  language: 'en' | 'hi' | 'gu'
  category: TemplateCategory
}

export interface TextMessage {
  /** Our own id of this message, 1 to 40 of `A-Z a-z 0-9 _ -`: comes back with every delivery report. */
  reference: string
  channel: Channel
  /** Ten digits of India, 6 to 9 first. */
  to: string
  template: MessageTemplate
  /** The values of the template's variables, in their order. */
  values: string[]
  /** The whole text as the family will read it: an SMS is sent as this, letter by letter as the DLT portal has it. */
  text: string
}

/**
 * Why a message was not accepted:
 * - `unreachable`: no answer, a broken answer, or the provider's own fault (timeout, 5xx). **It may still have been sent**: `find` first.
 * - `limited`: too many at once, or no connection was made; it was not sent. After `retryAfterSeconds` the same may be tried again.
 * - `keys`: the school's keys are not accepted (wrong, expired, without the right).
 * - `template`: the template, its header or its entity is not known, not approved, paused, or does not match text and values.
 * - `number`: no such number, or none that this channel reaches.
 * - `dnd`: the number is on the do-not-disturb register, or its owner has blocked the sender.
 * - `balance`: what was paid ahead is used up, or the account has an open bill.
 * - `refused`: it answered and did not do it, for another cause; `message` is its own sentence.
 * All but the first were not sent.
 */
export type SendTrouble = 'unreachable' | 'limited' | 'keys' | 'template' | 'number' | 'dnd' | 'balance' | 'refused'

export interface SendFailure {
  ok: false
  reason: SendTrouble
  /** A sentence for the office; holds neither number nor text. */
  message: string
  /** Of `limited`, where the provider says it or its documentation does. */
  retryAfterSeconds?: number
}

export type SendResult =
  /** `parts`: how many SMS it was counted as (a WhatsApp message is one). */
  { ok: true; providerId: string; parts: number } | SendFailure

/** `failed` is final; `delivered` may follow a `sent` by days, and `read` implies it. Reports come twice, late, and in any order. */
export type DeliveryState = 'sent' | 'delivered' | 'read' | 'failed'

export interface DeliveryReport {
  providerId: string
  /** Our reference, where the provider gave it back. */
  reference: string | null
  state: DeliveryState
  /** Of `failed`: why, or null where the provider does not say. `unreachable`: the phone was off or out of reach; `number`: nobody's, for certain. */
  reason: SendTrouble | null
  at: Date
}

/**
 * What the provider knows of a message that may have been sent before a crash. `cannot-say`: it keeps no list by our reference (WhatsApp
 * tells by webhook alone): after a while without a report the message counts as sent, since twice is worse than never.
 */
export type FindResult =
  | { ok: true; found: 'sent'; providerId: string }
  | { ok: true; found: 'never' }
  | { ok: true; found: 'cannot-say' }
  | SendFailure

export interface Messenger {
  /** Never throws. Sends once for each call: nothing of the providers' sees that a reference was used before. */
  send(message: TextMessage): Promise<SendResult>
  /** @param since when it was handed over, at the earliest: lists of a provider are by day. */
  find(reference: string, since: Date): Promise<FindResult>
  /** Whether the provider accepts the keys; sends nothing. */
  tryKeys(): Promise<{ ok: true } | SendFailure>
}

/** Seven-bit letters of GSM 03.38 that every phone knows; a text with any other travels in 70 letters instead of 160. */
const plainLetters = /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ^{}\\[\]~|€]*$/
const doubledLetters = /[\^{}\\[\]~|€]/g

/** Whether a text travels as Unicode (UCS-2): Hindi and Gujarati always do. */
export function isUnicode(text: string): boolean {
  return !plainLetters.test(text)
}

/**
 * How many SMS a text is charged as: 160 plain letters or 70 others alone, 153 or 67 of each part of a longer one (3GPP TS 23.038 and 23.040:
 * a part gives up room for its number). A letter outside the basic plane counts as two.
 */
export function partsOf(text: string): number {
  const unicode = isUnicode(text)
  const length = unicode ? text.length : text.length + (text.match(doubledLetters)?.length ?? 0)
  const [alone, part] = unicode ? [70, 67] : [160, 153]
  return length <= alone ? 1 : Math.ceil(length / part)
}
