import { latinDigits } from '~/language/language'
import { foldText } from '~/models/core/shared/clean-text'

/** Result of reading a cell: a text in the stored form, or the reason why it cannot be read. */
export type Read = { ok: true; text: string } | { ok: false; problem: string }

export const ok = (text: string): Read => ({ ok: true, text })
export const wrong = (problem: string): Read => ({ ok: false, problem })

const scientific = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i

/** Expands a number that a spreadsheet has written as 9.825012345E+09; null if digits are lost (1.2E+11). */
export function unfoldScientific(text: string): string | null {
  const match = scientific.exec(text)
  if (!match) return text
  const [, first = '', rest = '', power = '0'] = match
  return rest.length === Number(power) ? first + rest : null
}

export const cutShort = 'A spreadsheet has cut this number short. Format the column as text and type it again'

/** Reads an identifier of digits, such as an Aadhaar number, PIN code or UTR; removes spaces and hyphens. */
export function readDigits(text: string): Read {
  const plain = unfoldScientific(latinDigits(text).replace(/[\s-]/g, ''))
  return plain === null ? wrong(cutShort) : ok(plain.replace(/\.0+$/, ''))
}

export const dateProblem = 'A spreadsheet has turned this into a date. Format the column as text and type it again'

/** `Dec-19`, `07-Mar` or `1-Dec-19`, with capitals as spreadsheets write them; `DEC-19` may be a code. */
const madeADate =
  /^(?:\d{1,2}-)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{2,4}$|^\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)$/

/**
 * Reads a code that may consist of digits, such as an enrollment number. Undoes how spreadsheets write numbers
 * (`1.2E+3`, `12.0`), and refuses a code that a spreadsheet has turned into a date.
 */
export function readCode(text: string): Read {
  if (madeADate.test(text.trim())) return wrong(dateProblem)
  const plain = unfoldScientific(latinDigits(text))
  return plain === null ? wrong(cutShort) : ok(plain.replace(/^(\d+)\.0+$/, '$1'))
}

const yes = new Set(['yes', 'y', 'true', '1', 'on', 'rte', 'હા', 'हाँ', 'हां', '✓', 'x'])
const no = new Set(['no', 'n', 'false', '0', 'off', '-', 'na', 'n/a', 'ના', 'नहीं'])

/** Yes or no as `1` or `0`. */
export function readYesNo(text: string): Read {
  const word = text.toLowerCase()
  if (yes.has(word)) return ok('1')
  return no.has(word) ? ok('0') : wrong('Write Yes or No')
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

/** Folds a name as the database compares it: without case, and Latin letters without accents. */
export const foldKey = foldText
