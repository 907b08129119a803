import type { Language } from '~/language/language'
import { type Channel, countSms } from '~/services/messages/port'
import type { FamilyChannel, MessageEvent } from '../options'
import { fillTemplate, shortened } from '../template-rules'
import type { RegisteredTemplate } from '../templates.server'
import { usualWords } from '../usual-templates'
import { inWords, type MessageFacts } from './facts'

export type Way =
  /** `isTold`: the portal's own mail already notifies the family, so no other channel is needed. */
  | { ok: false; why: string; isTold?: true }
  | { ok: true; to: string; template: RegisteredTemplate | null; text: string; values: string[] }

/** Channels, texts and URLs that a school has set up for an event, and the family's consent. */
type Means = {
  isSetUp: (channel: Channel) => boolean
  isConsented: boolean
  registered: readonly RegisteredTemplate[]
  urls: readonly string[]
  /** Addresses, in lower case, to which the portal sends its own mail about the event. */
  mailed: readonly string[]
}

type Told = { event: MessageEvent; language: Language; facts: MessageFacts }
type Reached = { mobileNumber: string | null; email: string | null; refusesWhatsapp: boolean }

/**
 * Address and text for a recipient on a channel, or the reason why the channel does not reach the recipient, in words
 * for the office.
 */
export function wayThrough(
  channel: FamilyChannel,
  { event, language, facts }: Told,
  to: Reached | null,
  { isSetUp, isConsented, registered, urls, mailed }: Means,
): Way {
  const no = (why: string) => ({ ok: false, why }) as const
  if (channel === 'mail') {
    // The breach mail contains everything that the law requires; a second mail would say less.
    if (event === 'breach') return no('The full notice is sent in a separate mail')
    if (!to?.email) return no('No e-mail address')
    if (mailed.includes(to.email.toLowerCase())) return { ...no('A separate mail goes to this address'), isTold: true }
    return {
      ok: true,
      to: to.email,
      template: null,
      text: usualWords(event, language, inWords(facts, language)),
      values: [],
    }
  }
  const name = channel === 'sms' ? 'SMS' : 'WhatsApp'
  if (!isSetUp(channel)) return no(`${name} is not set up`)
  if (!to?.mobileNumber) return no('No valid mobile number')
  if (channel === 'whatsapp' && (!isConsented || to.refusesWhatsapp)) return no('No consent to WhatsApp')
  const texts = registered.filter((one) => one.channel === channel)
  const ofLanguage = (textLanguage: Language) => texts.find((one) => one.language === textLanguage)
  // A text in another language is better than none.
  const template = ofLanguage(language) ?? ofLanguage('en') ?? texts[0]
  if (!template) return no(`No registered text for ${name}`)
  const filled = fillWith(template, facts, urls)
  if (!filled.ok) return no(`${name}: ${filled.trouble}`)
  return { ok: true, to: to.mobileNumber, template, text: filled.text, values: filled.values }
}

/** Fills a registered text with the values of a message, in the text's own language. */
export function fillWith(template: RegisteredTemplate, facts: MessageFacts, urls: readonly string[]) {
  const words = inWords(facts, template.language)
  return fillTemplate(template, template.channel === 'sms' ? shortened(words) : words, urls)
}

/** Charge for a text, by the school's prices in paise. */
export function chargeOf(
  channel: FamilyChannel,
  text: string,
  { smsPartPaise, whatsappPaise }: { smsPartPaise: number; whatsappPaise: number },
): { parts: number; costPaise: number } {
  const parts = channel === 'sms' ? countSms(text) : 1
  const price = { sms: smsPartPaise, whatsapp: whatsappPaise, mail: 0 }
  return { parts, costPaise: parts * price[channel] }
}
