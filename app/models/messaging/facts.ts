import type { Language } from '~/language/language'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

/** What a message tells, in no language yet: `amount` in paise, `date` as `YYYY-MM-DD`; what is called differently in each language by language. */
export type Facts = Readonly<Record<string, string | number | Record<Language, string>>>

/** Facts as they stand in a text of this language. */
export function inWords(facts: Facts, language: Language): Record<string, string> {
  const said = Object.entries(facts).map(([name, value]) => {
    if (typeof value === 'object') return [name, value[language]]
    if (name === 'amount') return [name, formatPaise(Number(value), { style: 'short' }).replace('₹', '')]
    return [name, name === 'date' ? formatDay(String(value), language) : String(value)]
  })
  return Object.fromEntries(said)
}
