import { addDays, isDay } from '~/models/shared/calendar'
import { parseRupees } from '~/models/shared/money'

/** What a cell says: a text in the form that the program keeps, or why it cannot be read. */
export type Read = { ok: true; text: string } | { ok: false; problem: string }

const ok = (text: string): Read => ({ ok: true, text })
const wrong = (problem: string): Read => ({ ok: false, problem })

/** Hindi and Gujarati digits as Latin ones. */
export function latinDigits(text: string): string {
  if (plainAscii.test(text)) return text
  return text.replace(/[०-९૦-૯]/g, (digit) => String((digit.charCodeAt(0) - (digit >= '૦' ? 0x0ae6 : 0x0966)) % 10))
}

const scientific = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i

/**
 * A number that a spreadsheet has written as 9.825012345E+09, with all its digits; null where it has dropped some (1.2E+11), for
 * nobody can say which.
 */
export function unfoldScientific(text: string): string | null {
  const match = scientific.exec(text)
  if (!match) return text
  const [, first = '', rest = '', power = '0'] = match
  return rest.length === Number(power) ? first + rest : null
}

const cutShort = 'A spreadsheet has cut this number short. Format the column as text and type it again'

/** `+91 98250-12345`, `098250 12345`, `9.825012345E+09` → ten digits. */
export function readMobile(text: string): Read {
  const plain = unfoldScientific(latinDigits(text).replace(/\s/g, ''))
  if (plain === null) return wrong(cutShort)
  // Two numbers in one cell: the first counts.
  const first = plain.split(/[,/;]/)[0] ?? ''
  const digits = first.replace(/\.0+$/, '').replace(/[().\-+]/g, '')
  const match = /^(?:0091|91|0)?(\d{10})$/.exec(digits)
  return match ? ok(match[1] ?? '') : ok(digits)
}

/** Digits that a number may have been made of: an Aadhaar number, a PIN code, a UTR. Spaces and hyphens go. */
export function readDigits(text: string): Read {
  const plain = unfoldScientific(latinDigits(text).replace(/[\s-]/g, ''))
  return plain === null ? wrong(cutShort) : ok(plain.replace(/\.0+$/, ''))
}

/** A text in which a number may stand (an enrollment number): only what a spreadsheet did to it is undone. */
export function readCode(text: string): Read {
  const plain = unfoldScientific(latinDigits(text))
  return plain === null ? wrong(cutShort) : ok(plain.replace(/^(\d+)\.0+$/, '$1'))
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const notADay = 'Write the date as dd/mm/yyyy or yyyy-mm-dd'
/** Excel's day 1 is 1 January 1900, and it believes in a 29 February of that year: counted from here all later days are right. */
const excelStart = '1899-12-30'

/**
 * A day as offices write it: 05/04/2012, 5-4-12, 2012-04-05, 5 Apr 2012, or Excel's count of days. The day comes before the month,
 * as in India. A year of two digits is the latest that is not after `today`'s year: days of birth and other days gone by lie in no
 * future. For a day that may come it is the `nearest` to `today`'s year.
 */
export function readDay(typed: string, today: string, years: 'past' | 'nearest' = 'past'): Read {
  const latest = Number(today.slice(0, 4)) + (years === 'nearest' ? 50 : 0)
  const text = latinDigits(typed)
    .toLowerCase()
    .replace(/(\d)(?:st|nd|rd|th)\b/, '$1')
    .replace(/[t ]\d{1,2}:\d{2}.*$/, '')
    .trim()
  const serial = /^(\d{4,5})(?:\.\d+)?$/.exec(text)
  if (serial) {
    const days = Number(serial[1])
    return days >= 7_000 && days < 75_000 ? ok(addDays(excelStart, days)) : wrong(notADay)
  }
  const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(text)
  if (yearFirst) return dayOf(yearFirst[1], yearFirst[2], yearFirst[3], latest)
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (compact) return dayOf(compact[1], compact[2], compact[3], latest)
  const dayFirst = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(text)
  if (dayFirst) return dayOf(dayFirst[3], dayFirst[2], dayFirst[1], latest)
  const named = /^(\d{1,2})[-/. ]*([a-z]{3})[a-z]*[-/., ]*(\d{4}|\d{2})$/.exec(text)
  const month = named ? months.indexOf(named[2] ?? '') + 1 : 0
  return named && month > 0 ? dayOf(named[3], String(month), named[1], latest) : wrong(notADay)
}

/** A year of two digits is the last of its ending that is not after `latest`. */
function dayOf(year = '', month = '', day = '', latest: number): Read {
  const whole = year.length === 2 ? String(latest - ((latest - Number(year)) % 100)) : year
  const text = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) ? ok(text) : wrong(notADay)
}

const yes = new Set(['yes', 'y', 'true', '1', 'on', 'rte', 'હા', 'हाँ', 'हां', '✓', 'x'])
const no = new Set(['no', 'n', 'false', '0', 'off', '-', 'na', 'n/a', 'ના', 'नहीं'])

/** Yes or no as `1` or `0`. */
export function readYesNo(text: string): Read {
  const word = text.toLowerCase()
  if (yes.has(word)) return ok('1')
  return no.has(word) ? ok('0') : wrong('Write Yes or No')
}

/** An amount in rupees as paise. */
export function readAmount(text: string): Read {
  const paise = parseRupees(text.replace(/\s+/g, ' '))
  return paise === null ? wrong('Enter an amount in rupees, such as 12,500 or 12500.50') : ok(String(paise))
}

/** One of a list, whatever its capitals, spaces and signs, or by another word for it; else as it stands, for the schema to refuse. */
export function readChoice(
  text: string,
  choices: readonly string[],
  others: Readonly<Record<string, string>> = {},
): string {
  const key = looseKey(text)
  return others[key] ?? choices.find((choice) => looseKey(choice) === key) ?? text
}

/** Other words for choices, each with the choice that it means, of the words of each with spaces between. */
export function byWord(others: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(others).flatMap(([choice, words]) => words.split(' ').map((word) => [word, choice])),
  )
}

/** Letters and digits only, in small letters: what is left of a heading or word when nobody minds how it is written. */
export function looseKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]/gu, '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: whatever has one byte
const plainAscii = /^[\x00-\x7f]*$/

/** Names as the database compares them: without capitals, and Latin letters without their accents. */
export function foldKey(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase().trim()
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .trim()
}
