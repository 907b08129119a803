import { latinDigits } from '~/language/language'
import { MAX_AMOUNT_PAISE } from '~/models/core/shared/money'
import type { AmountDecision } from '../decide/port'
import { byWord, looseKey, ok, type Read, wrong } from './cells'

/** Default reading of a column of amounts, as in India. */
export const usualAmounts: AmountDecision = { decimal: '.', unit: 'rupees', paidSide: 'cr' }

export const notAnAmount = 'Enter an amount in rupees, such as 12,500 or 12500.50'
const isNegative = 'This amount is negative. Write what the student owes, without a minus'

/** Words and signs for no amount at all. */
const nothing = new Set(
  [
    'nil',
    'zero',
    'none',
    'no',
    'na',
    'n/a',
    'n.a.',
    'n.a',
    'no dues',
    'no due',
    'nil dues',
    'paid',
    'full paid',
    'fully paid',
    'clear',
    'cleared',
    'all clear',
    'શૂન્ય',
    'નથી',
    'કંઈ નહીં',
    'बाकी नहीं',
    'शून्य',
    'निल',
    'नहीं',
    'कुछ नहीं',
    'નીલ',
  ].map((text) => text.normalize('NFC')),
)
const onlyDashes = /^[-–—_.\s]+$/

const scales: ReadonlyArray<[words: RegExp, factor: bigint]> = [
  [/\s*(?:lakhs?|lacs?|l|લાખ|लाख)\.?$/u, 100_000n],
  [/\s*(?:crores?|કરોડ|करोड़)\.?$/u, 10_000_000n],
  [/\s*(?:thousand|hazar|k|હજાર|हजार|हज़ार)\.?$/u, 1_000n],
]
const units: Record<AmountDecision['unit'], bigint> = {
  paise: 1n,
  rupees: 100n,
  thousands: 100_000n,
  lakhs: 10_000_000n,
}

/** Returns the unit that a heading names, as in `Amount (Rs. in lakhs)`; null if it names none. */
export function unitInHeading(heading: string): AmountDecision['unit'] | null {
  if (/paise|paisa|પૈસા|पैसे/i.test(heading)) return 'paise'
  if (/\b(?:lakhs?|lacs?)\b|લાખ|लाख/i.test(heading)) return 'lakhs'
  return /\bthousands?\b|in\s*['’]?000|હજાર|हजार/i.test(heading) ? 'thousands' : null
}

/** An amount as it is written. */
export interface AmountShape {
  /** Digits with their separators. */
  digits: string
  side: 'dr' | 'cr' | null
  isNegative: boolean
  /** Factor of a word such as lakh. */
  factor: bigint
}

/** Recognizes an amount; `nothing` for a zero in words or signs, null if the text is not an amount. */
export function shapeOfAmount(cellText: string): AmountShape | 'nothing' | null {
  let text = latinDigits(cellText).normalize('NFC').toLowerCase().trim()
  const written = sideBehind.exec(text) ?? sideBefore.exec(text)
  const side = written?.[1] ?? null
  if (written) text = text.replace(written[0], ' ')
  text = text
    .trim()
    .replace(/^(?:₹|rs\.?|inr|rupees|રૂ\.?|रु\.?)\s*/u, '')
    .replace(/\s*only$/, '')
    .replace(/\s*(?:\/[-=]|=00)$/, '')
    .replace(/\s*(?:₹|rs\.?|inr|rupees|રૂ\.?|रु\.?)$/u, '')
    .trim()
  if (nothing.has(text) || onlyDashes.test(text)) return 'nothing'
  let factor = 1n
  for (const [words, times] of scales) {
    if (!words.test(text)) continue
    factor = times
    text = text.replace(words, '')
    break
  }
  const isMinus = /^-\s*[\d.]|^\(.*\)$|\d-$/.test(text)
  const digits = text.replace(/^[-(]\s*|[-)]$/g, '').trim()
  if (/^(?:\d+|\d*[.,]\d+)e[+-]?\d+$/.test(digits) || !/^[\d.,' ]*\d[\d.,' ]*$/.test(digits)) {
    const plain = /e/.test(digits) && !Number.isNaN(Number(digits)) ? plainOf(Number(digits)) : null
    return plain === null ? null : { digits: plain, side: sideOf(side), isNegative: isMinus, factor }
  }
  return { digits, side: sideOf(side), isNegative: isMinus, factor }
}

/** Maps each word for a side of an account, in the form that `looseKey` returns, to `dr` or `cr`. */
const sideWords = byWord({ dr: 'dr debit ઉધાર નામે उधार नाम', cr: 'cr credit જમા जमा' })
const anySide = Object.keys(sideWords).join('|')

/** The side after the amount (`4500 Dr`, `4500 (Cr.)`, `900 Debit`) or before it (`Dr. 4500`, `Dr4500`). */
const sideBehind = new RegExp(String.raw`(?<=[\s\d.)(\]/=-])[([]?\s*(${anySide})\.?\s*[)\]]?$`)
const sideBefore = new RegExp(String.raw`^[([]?\s*(${anySide})\.?\s*[)\]]?(?=[\s\d₹(.:])[\s.:]*`)

const sideOf = (word: string | null) => (word === null ? null : sideWords[word] === 'dr' ? 'dr' : 'cr')

/** Returns the side of an account that the text names: '' for a dash or 0, undefined if it names none. */
export function sideInWords(text: string): string | undefined {
  const key = looseKey(text)
  return /^0*$/.test(key) ? '' : Object.hasOwn(sideWords, key) ? sideWords[key] : undefined
}

/** Reads the side of an account from a column of its own, in which one letter is enough. */
export function readSide(text: string): Read {
  const key = looseKey(text)
  const side = sideInWords(/^[dc]$/.test(key) ? `${key}r` : key)
  return side === undefined ? wrong('Write Dr or Cr') : ok(side)
}

/** Decimal digits of a number that a spreadsheet has written as `1.5E3`; null from 1E15 on. */
function plainOf(number: number): string | null {
  return number < 1e15 ? number.toFixed(8) : null
}

const indianGroups = /^\d{1,2}(?:,\d{2})*,\d{3}$/
const westernGroups = /^\d{1,3}(?:,\d{3})+$/

/** Whole and decimal digits of an amount by the decimal mark of its column; null if its groups are not valid. */
function split(digits: string, decimal: AmountDecision['decimal']): [whole: string, fraction: string] | null {
  const parts = digits.split(decimal)
  if (parts.length > 2) return null
  const [whole = '', fraction = ''] = parts
  // Refuses three decimal digits, as in `4.500`, which may mean 4500.
  if (!/^\d*$/.test(fraction) || (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole))) return null
  const separators = new Set(whole.replace(/\d/g, ''))
  if (separators.size > 1) return null
  const [separator] = separators
  const plain = separator === undefined ? whole : whole.replaceAll(separator, ',')
  if (separator !== undefined && !indianGroups.test(plain) && !westernGroups.test(plain)) return null
  return [plain.replaceAll(',', ''), fraction]
}

/** A difference of up to 1/`noise` of a paisa is a rounding error of the spreadsheet. */
const noise = 1_000_000n

/** Paise of the digits; null if they are not whole paise, or above `MAX_AMOUNT_PAISE`. */
function paiseOf({ digits, factor }: AmountShape, { decimal, unit }: AmountDecision): number | null {
  const parts = split(digits, decimal)
  if (!parts) return null
  const [whole, fraction] = parts
  const scale = 10n ** BigInt(fraction.length)
  // An amount with a word such as lakh is in rupees, even if the column is in paise.
  const exact = BigInt(`${whole}${fraction}` || '0') * factor * (factor === 1n ? units[unit] : units.rupees)
  const paise = (exact + scale / 2n) / scale
  const rest = exact - paise * scale
  if ((rest < 0n ? -rest : rest) * noise > scale) return null
  return paise <= BigInt(MAX_AMOUNT_PAISE) ? Number(paise) : null
}

/** Reads an amount of at least zero as paise; refuses words and signs for nothing. */
export function readAmount(text: string, decision: AmountDecision = usualAmounts): Read {
  const shape = shapeOfAmount(text)
  const paise = shape === null || shape === 'nothing' || shape.isNegative ? null : paiseOf(shape, decision)
  return paise === null ? wrong(notAnAmount) : ok(String(paise))
}

/**
 * Reads what a student owes, in paise: 0 for a word or sign for nothing, negative for a credit (`Cr`), which is money
 * that the school holds for the student.
 */
export function readBalance(text: string, decision: AmountDecision = usualAmounts): Read {
  const shape = shapeOfAmount(text)
  if (shape === 'nothing') return ok('0')
  const paise = shape && paiseOf(shape, decision)
  if (shape === null || paise === null) return wrong(notAnAmount)
  if (shape.isNegative && paise > 0) return wrong(isNegative)
  return ok(shape.side === 'cr' && paise > 0 ? String(-paise) : String(paise))
}

/**
 * Reads a payment in paise; negative if the amount names the side of the account (`Dr` or `Cr`) on which payments are
 * not entered, so that it is not a payment.
 */
export function readPayment(text: string, decision: AmountDecision = usualAmounts): Read {
  const shape = shapeOfAmount(text)
  const amount = readAmount(text, decision)
  if (!amount.ok) return amount
  if (amount.text === '0') return wrong('Enter an amount above zero')
  const isOther = shape !== 'nothing' && shape?.side && shape.side !== decision.paidSide
  return isOther ? ok(`-${amount.text}`) : amount
}
