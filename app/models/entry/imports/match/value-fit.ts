import { latinDigits } from '~/language/language'
import type { ValueKind } from '../headings/heading-fields'
import { feeWords, instalmentWords } from '../headings/money-headings'
import { namesMoney } from '../headings/money-roles'
import { foldScript } from '../headings/words'
import { shapeOfAmount } from '../values/amounts'
import { looseKey } from '../values/cells'
import { classKey, splitClassSection } from '../values/class-names'
import { namesMethod } from '../values/methods'
import { isCityLandline } from '../values/phones'
import type { KnownNames } from './surnames'

/**
 * Data that the school already has, to compare a file with. All texts are keys: `foldKey` for numbers, else `looseKey`.
 */
export interface SchoolFacts {
  /** Numbers in the file that are enrollment numbers (or employee numbers) of the school. */
  numbers: ReadonlySet<string>
  feeNames: ReadonlySet<string>
  feeTitles: ReadonlySet<string>
  /** Keys as `classKey` returns them. */
  classes: ReadonlySet<string>
  /** Words of the file's names that people of the school have as last name, or as first word of the first name. */
  names: KnownNames
}

export const noFacts: SchoolFacts = {
  numbers: new Set(),
  feeNames: new Set(),
  feeTitles: new Set(),
  classes: new Set(),
  names: { surnames: new Set(), givenNames: new Set() },
}

/** How surely a kind of values identifies the field of a column, from 0 (any text) to 1. */
export const tellingWeight: Record<ValueKind, number> = {
  aadhaar: 1,
  address: 0.3,
  amount: 0.8,
  choice: 1,
  class: 0.8,
  code: 0.3,
  day: 1,
  email: 1,
  fee: 1,
  method: 1,
  mobile: 1,
  person: 0.6,
  pin: 0.9,
  reference: 0.2,
  roll: 0.4,
  section: 0.5,
  session: 1,
  text: 0,
  title: 0.6,
  'yes-no': 0.8,
}

const dayShape =
  /^(?:\d{1,2}[-/. ](?:\d{1,2}|[a-z]{3,9})[-/. ,]+(?:\d{4}|\d{2})|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|[a-z]{3,9} \d{1,2},? \d{4}|\d{1,2}(?:st|nd|rd|th)? ?[a-z]{3,9},? ?\d{4})(?:[t ,]+\d{1,2}:\d{2}.*)?$/i
const stdCodes = /^0(?:11|20|22|33|40|44|79|80|120|124|141|261|265|281|285|288)/
const feeWordSet = new Set(feeWords.split(' ').map(foldScript))

export const isDayLike = (text: string) => dayShape.test(latinDigits(text).trim())
/** True for an amount of rupees, and for a word or sign for zero; false for a number as long as a mobile number. */
export function isAmountLike(text: string): boolean {
  const shape = shapeOfAmount(text)
  return shape !== null && (shape === 'nothing' || shape.digits.replace(/\D/g, '').length <= 9)
}
const wordsOf = (text: string) =>
  foldScript(text)
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean)
export const namesFee = (text: string) => wordsOf(text).some((word) => feeWordSet.has(word))

function mobileFit(text: string): number {
  const plain = latinDigits(text.replace(/[^\p{L}\p{N}+().\-\s,/;]/gu, ''))
  const first = plain.split(/[,/;]/)[0] ?? ''
  const digits = first.replace(/\D/g, '')
  if (/[a-z]/i.test(first.replace(/e\+?\d+$/i, ''))) return 0
  if (/^0/.test(digits)) return stdCodes.test(digits) || digits.length !== 11 ? 0.25 : 0.8
  if (/^(?:91)?[6-9]\d{9}$/.test(digits)) return isCityLandline(digits) ? 0.25 : 1
  return digits.length >= 8 && digits.length <= 13 ? 0.25 : 0
}

function personFit(text: string): number {
  if (text.includes('@')) return 0
  const digits = latinDigits(text).replace(/\D/g, '').length
  // A number may distinguish namesakes: `Ravi Kumar 2`.
  if (digits > 0) return /\p{L}\s+\p{L}/u.test(text) && text.length > digits * 4 ? 0.5 : 0
  const words = wordsOf(text)
  if (words.length === 0 || words.length > 7) return 0
  if (namesFee(text)) return 0.1
  return words.some((word) => word.length > 1) ? 1 : 0.2
}

function classFit(text: string, facts: SchoolFacts): number {
  const plain = latinDigits(text).trim()
  const split = splitClassSection(plain)
  const keys = [classKey(plain), ...(split ? [classKey(split.className)] : [])]
  if (keys.some((key) => /^(?:[1-9]|1[0-2]|jrkg|srkg|nursery|kg|prenursery)$/.test(key) || facts.classes.has(key)))
    return 1
  if (isDayLike(plain) || /\d{3}/.test(plain) || plain.includes('@')) return 0
  return plain.length <= 20 ? 0.5 : 0
}

function sectionFit(text: string): number {
  const plain = text.trim()
  if (/^[\p{L}\p{M}]{1,2}\d?$/u.test(plain)) return 1
  if (/^(?:sec|div)/i.test(plain) && plain.length <= 12) return 1
  if (/^\d{1,2}$/.test(latinDigits(plain))) return 0.5
  return plain.length <= 16 && !/\d/.test(plain) ? 0.6 : 0
}

function codeFit(text: string): number {
  const plain = latinDigits(text).trim()
  if (plain.length > 25 || plain.includes('@') || isDayLike(plain)) return 0
  if (/\d/.test(plain)) return /\s\S+\s/.test(plain) ? 0.3 : 1
  return /^[\p{L}\p{M}.-]{1,10}$/u.test(plain) ? 0.4 : 0
}

function feeFit(text: string, facts: SchoolFacts, isRepeated: boolean): number {
  if (facts.feeNames.has(looseKey(text)) || namesFee(text)) return 1
  if (isAmountLike(text) || isDayLike(text) || mobileFit(text) > 0.5) return 0
  if (isRepeated) return 0.5
  return personFit(text) === 1 && wordsOf(text).length > 1 ? 0.1 : 0.4
}

function titleFit(text: string, facts: SchoolFacts, isRepeated: boolean): number {
  if (facts.feeTitles.has(looseKey(text)) || instalmentWords.test(text.trim())) return 1
  if (isDayLike(text) || mobileFit(text) > 0.5 || /^[\d,.]{4,}$/.test(text)) return 0
  return !isRepeated && mayBePerson(text) && wordsOf(text).length > 1 ? 0.1 : 0.5
}

/** Returns true for a text that reads as a name, and has no word of a fee, of money or of an instalment. */
export const mayBePerson = (text: string) => personFit(text) === 1 && !namesMoney(text)

const shareOf = (cells: readonly string[], score: (cell: string) => number) =>
  cells.reduce((sum, cell) => sum + score(cell), 0) / cells.length
const asNumber = (isSo: boolean) => (isSo ? 1 : 0)

/**
 * Share of the cells that read as a value of this kind, from 0 to 1; null without cells, or for a kind that takes any
 * text.
 */
export function fitOf(
  kind: ValueKind,
  cells: readonly string[],
  facts: SchoolFacts,
  choices?: ReadonlySet<string>,
): number | null {
  if (cells.length === 0 || kind === 'text') return null
  const isRepeated = cells.length > 3 && new Set(cells).size * 2 <= cells.length
  const digits = (text: string) => latinDigits(text).replace(/[\s-]/g, '')
  const scores: Record<Exclude<ValueKind, 'text'>, (text: string) => number> = {
    aadhaar: (text) => asNumber(/^(?:\d{12}|x{4,8}\d{4})$/i.test(digits(text))),
    address: (text) => (text.length >= 10 && /\s/.test(text) ? 1 : /\p{L}{3}/u.test(text) ? 0.5 : 0),
    amount: (text) => asNumber(isAmountLike(text)),
    choice: (text) => asNumber(choices?.has(looseKey(text)) ?? false),
    class: (text) => classFit(text, facts),
    code: codeFit,
    day: (text) => (isDayLike(text) ? 1 : /^(?:[23]\d{4}|4[0-6]\d{3}|\d{8})(?:\.\d+)?$/.test(text) ? 0.6 : 0),
    email: (text) => asNumber(/^\S+@\S+\.\S+$/.test(text.replace(/\s/g, ''))),
    fee: (text) => feeFit(text, facts, isRepeated),
    method: (text) => asNumber(namesMethod(text)),
    mobile: mobileFit,
    person: personFit,
    pin: (text) => asNumber(/^[1-9]\d{5}$/.test(digits(text))),
    reference: (text) => (/\d/.test(latinDigits(text)) && text.length <= 60 && !isDayLike(text) ? 1 : 0.3),
    roll: (text) => (/^\d{1,3}(?:\.0+)?$/.test(digits(text)) ? 1 : /^\d{4}$/.test(digits(text)) ? 0.4 : 0),
    section: sectionFit,
    session: (text) => asNumber(/^(?:ay|fy)?\s*\d{4}(?:\s*[-/–]\s*\d{2,4})?$/i.test(latinDigits(text).trim())),
    title: (text) => titleFit(text, facts, isRepeated),
    'yes-no': (text) => asNumber(/^(?:yes|no|y|n|true|false|0|1|હા|ના|हाँ|हां|नहीं|rte|-)$/i.test(text.trim())),
  }
  return shareOf(cells, scores[kind])
}

/** True for whole numbers that count up by one, from 1 again for each class: a serial number. */
export function isSerial(cells: readonly string[]): boolean {
  const numbers = cells.map((cell) => Number(/^\d{1,6}(?:\.0+)?$/.exec(latinDigits(cell).trim())?.[0] ?? Number.NaN))
  return (
    numbers.length > 0 && numbers.every((number, index) => number === 1 || number === (numbers[index - 1] ?? 0) + 1)
  )
}
