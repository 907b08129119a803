import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import type { MessageEvent } from './options'
import type { MessageFacts } from './send/facts'

const words: Record<MessageEvent, (values: object, options: { locale: Language }) => string> = {
  absent: m.messaging_event_absent,
  due_soon: m.messaging_event_due_soon,
  overdue: m.messaging_event_overdue,
  receipt: m.messaging_event_receipt,
  bounced: m.messaging_event_bounced,
  urgent: m.messaging_event_urgent,
  results: m.messaging_event_results,
  certificate: m.messaging_event_certificate,
  bus_delay: m.messaging_event_bus_delay,
  breach: m.messaging_event_breach,
  invitation: m.messaging_event_invitation,
}

export const eventWords = (event: MessageEvent, locale: Language) => words[event]({}, { locale })

export const eventSubject = (event: MessageEvent, locale: Language, { school = '' }: MessageFacts) =>
  `${school}: ${eventWords(event, locale)}`
