import type { Language } from '~/language/language'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'

/**
 * Values of a message before translation: `amount` in paise, `date` as `YYYY-MM-DD`; names that differ by language are
 * keyed by language.
 */
export type MessageFacts = Readonly<Record<string, string | number | Record<Language, string>>>

export function inWords(facts: MessageFacts, language: Language): Record<string, string> {
  const wordEntries = Object.entries(facts).map(([name, value]) => {
    if (typeof value === 'object') return [name, value[language]]
    if (name === 'amount') return [name, formatPaise(Number(value), { style: 'short' }).replace('₹', '')]
    return [name, name === 'date' ? formatDay(String(value), language) : String(value)]
  })
  return Object.fromEntries(wordEntries)
}
