import { latinDigits } from '~/language/language'
import { addDays, isDay } from '~/models/core/shared/calendar'
import { parseRupees } from '~/models/core/shared/money'

/** Result of reading a cell: a text in the stored form, or the reason why it cannot be read. */
export type Read = { ok: true; text: string } | { ok: false; problem: string }

const ok = (text: string): Read => ({ ok: true, text })
const wrong = (problem: string): Read => ({ ok: false, problem })

const scientific = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i

/** Expands a number that a spreadsheet has written as 9.825012345E+09; null if digits are lost (1.2E+11). */
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

/** Reads a number with fixed digits, such as an Aadhaar number, PIN code or UTR; removes spaces and hyphens. */
export function readDigits(text: string): Read {
  const plain = unfoldScientific(latinDigits(text).replace(/[\s-]/g, ''))
  return plain === null ? wrong(cutShort) : ok(plain.replace(/\.0+$/, ''))
}

/** Reads a text that may be a number (an enrollment number): undoes only what a spreadsheet did to it. */
export function readCode(text: string): Read {
  const plain = unfoldScientific(latinDigits(text))
  return plain === null ? wrong(cutShort) : ok(plain.replace(/^(\d+)\.0+$/, '$1'))
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const notADay = 'Write the date as dd/mm/yyyy or yyyy-mm-dd'
/**
 * Excel's day 1 is 1 January 1900, and Excel assumes a 29 February of that year: counting from here makes all later
 * days right.
 */
const excelStart = '1899-12-30'

/**
 * Reads a day as offices write it: 05/04/2012, 5-4-12, 2012-04-05, 5 Apr 2012, or Excel's day number. The day precedes
 * the month, as in India. A two-digit year is the latest one not after `today`'s year, as birthdays are in the past;
 * with `nearest`, for days that may be in the future, the nearest one to `today`'s year.
 */
export function readDay(cellText: string, today: string, years: 'past' | 'nearest' = 'past'): Read {
  const latest = Number(today.slice(0, 4)) + (years === 'nearest' ? 50 : 0)
  const text = latinDigits(cellText)
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
  const monthMatch = /^(\d{1,2})[-/. ]*([a-z]{3})[a-z]*[-/., ]*(\d{4}|\d{2})$/.exec(text)
  const month = monthMatch ? months.indexOf(monthMatch[2] ?? '') + 1 : 0
  return monthMatch && month > 0 ? dayOf(monthMatch[3], String(month), monthMatch[1], latest) : wrong(notADay)
}

/** Expands a two-digit year to the latest one not after `latest`. */
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

/** Reads an amount in rupees as paise. */
export function readAmount(text: string): Read {
  const paise = parseRupees(text.replace(/\s+/g, ' '))
  return paise === null ? wrong('Enter an amount in rupees, such as 12,500 or 12500.50') : ok(String(paise))
}

/**
 * Finds one of the choices by its name or a synonym, ignoring capitals, spaces and punctuation; otherwise returns the
 * text, for the schema to refuse.
 */
export function readChoice(
  text: string,
  choices: readonly string[],
  others: Readonly<Record<string, string>> = {},
): string {
  const key = looseKey(text)
  return others[key] ?? choices.find((choice) => looseKey(choice) === key) ?? text
}

/** Turns synonyms of choices, separated by spaces, into a map from synonym to choice. */
export function byWord(others: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(others).flatMap(([choice, words]) => words.split(' ').map((word) => [word, choice])),
  )
}

/** Letters and digits only, in lower case: a key for comparing headings and words. */
export function looseKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]/gu, '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches all characters of one byte
const plainAscii = /^[\x00-\x7f]*$/

/** Folds a name as the database compares it: without case, and Latin letters without accents. */
export function foldKey(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase().trim()
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .trim()
}
