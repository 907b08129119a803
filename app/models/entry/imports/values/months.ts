import { languages, latinDigits } from '~/language/language'
import { monthNames } from '~/models/core/shared/calendar'
import { looseKey, ok, type Read, wrong } from './cells'

const fewLetters = 3

/** Number of a month, from 1, by its names in all languages and the usual short forms. */
const monthByName = new Map<string, number>()
const keyOf = (name: string) => looseKey(name.normalize('NFC'))
for (const language of languages)
  for (const length of ['long', 'short'] as const)
    for (const [index, name] of monthNames(language, length).entries()) {
      monthByName.set(keyOf(name), index + 1)
      if (language === 'en') monthByName.set(keyOf(name).slice(0, fewLetters), index + 1)
    }
for (const [name, month] of [
  ['sept', 9],
  ['फरवरी', 2],
  ['अप्रेल', 4],
  ['मई', 5],
  ['सितम्बर', 9],
  ['अक्टूबर', 10],
  ['अक्तूबर', 10],
  ['नवम्बर', 11],
  ['दिसम्बर', 12],
  ['જાન્યુ', 1],
  ['ફેબ્રુ', 2],
  ['એપ્રીલ', 4],
  ['જુન', 6],
  ['જૂન', 6],
  ['જુલાઇ', 7],
  ['ઓગસ્ટ', 8],
  ['સપ્ટે', 9],
  ['ઓક્ટોબર', 10],
  ['ઓકટોબર', 10],
  ['નવે', 11],
  ['ડીસેમ્બર', 12],
  ['ડિસે', 12],
] as const)
  monthByName.set(keyOf(name), month)

/** Number of a month, from 1, by its name in any language. */
export const monthOfName = (name: string): number | undefined => monthByName.get(keyOf(name))

const twoDigits = (month: number) => String(month).padStart(2, '0')
const yearOf = (text: string) => (text.length === 2 ? `20${text}` : text)

/**
 * Reads a month: `June 2026`, `Jun-26`, `06/2026` or `2026-06-01` as `2026-06`. `June` or `જૂન` alone becomes `06`; the
 * session then determines the year.
 */
export function readMonth(text: string): Read {
  const plain = latinDigits(text).trim()
  const year = '(?:19|20)\\d{2}|\\d{2}'
  const numbers =
    /^(?<month>\d{1,2})[-/.\s](?<year>\d{4})$/.exec(plain) ??
    /^(?<year>\d{4})[-/.](?<month>\d{1,2})(?:[-/.]\d{1,2})?$/.exec(plain) ??
    /^\d{1,2}[-/.](?<month>\d{1,2})[-/.](?<year>\d{4})$/.exec(plain)
  if (numbers?.groups) {
    const month = Number(numbers.groups.month)
    return month >= 1 && month <= 12 ? ok(`${numbers.groups.year}-${twoDigits(month)}`) : wrong(noMonth)
  }
  const named = new RegExp(`^(?<name>[\\p{L}\\p{M}.]+)[\\s,'’/-]*(?<year>${year})?$`, 'u').exec(plain)
  const month = monthOfName(named?.groups?.name ?? '')
  if (month === undefined) return wrong(noMonth)
  return ok(named?.groups?.year ? `${yearOf(named.groups.year)}-${twoDigits(month)}` : twoDigits(month))
}

const noMonth = 'Write the month as June 2026 or 06/2026'

/**
 * Adds the year of the session to a month such as `06`; returns a month with a year unchanged. Null if the session has
 * no such month, or two of them.
 */
export function monthInSession(month: string, session: { startsOn: string; endsOn: string }): string | null {
  const [first, last] = [session.startsOn.slice(0, 7), session.endsOn.slice(0, 7)]
  if (month.length > 2) return month >= first && month <= last ? month : null
  const years = [...new Set([first.slice(0, 4), last.slice(0, 4)])]
  const found = years.map((year) => `${year}-${month}`).filter((one) => one >= first && one <= last)
  return found.length === 1 ? (found[0] ?? null) : null
}
