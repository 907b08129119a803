import { latinDigits } from '~/language/language'
import { cutShort, ok, type Read, unfoldScientific, wrong } from './cells'

const isForeign = (code: string) =>
  wrong(`This is a foreign number (+${code}). Enter an Indian mobile number of 10 digits`)
const isLandline = wrong('This is a landline. Enter a mobile number of 10 digits')
const isNoNumber = wrong('This number stands for a missing one. Leave the cell empty, or enter the mobile number')
const isNoMobile = wrong('An Indian mobile number begins with 6, 7, 8 or 9')

/** Two-digit area codes of cities, some of which begin like a mobile number. */
const cities = '11|20|22|33|40|44|79|80'
/** `079-26301234`, `(080) 2345 6789`, `02717 234567`: a zero, the area code, and a space or sign before the number. */
const landline = /^\(?0(?!0?9)\d{2,4}\)?[\s\-–./)]+\d[\d\s-]{4,9}$/
const indianLandline = new RegExp(`^(?:\\+|00)?\\s?91[\\s-]*\\(?0?(?:${cities})\\)?[\\s-]+\\d{3,4}[\\s-]?\\d{4}$`)
/**
 * A city's landline number without a separator. After the area code, it begins with 2 to 6. Spreadsheets drop the zero
 * in front; the number is clear without it, because the numbering plan has no mobile numbers that begin with 792 to 796
 * or 802 to 806, except those with 79313, 8066 and 8067.
 */
const cityWithoutBreak = new RegExp(`^(?:0|(?:00)?91)?(?!79313|806[67])(?:${cities})[2-6]\\d{7}$`)
/** Returns true for the digits of a landline number of a large city: `7926301234`, `07926301234`. */
export const isCityLandline = (digits: string) => cityWithoutBreak.test(digits)
/** Singapore writes `65 9123 4567`; no Indian mobile number begins with 658 or 659. */
const groupedForeign = /^(65)[\s-]+[89]\d{3}[\s-]\d{4}$/

const placeholders = new Set(['1234567890', '0123456789', '9876543210'])

const labels = /^(?:mobile|mob|mo|ph|phone|tel|whatsapp|wa|father|mother|guardian|parent|[mfgp])\b[\s.:no-]*/i
const tenDigits = /^(?:0091|91|0)?0?(\d{10})$/

/**
 * `+91 98250-12345`, `098250 12345`, `9.825012345E+09` → ten digits. Of two numbers in one cell, the first counts.
 * Refuses landlines, foreign numbers and placeholders; other texts are left to the form’s rule.
 */
export function readMobile(text: string): Read {
  const bare = latinDigits(text)
    .trim()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(labels, '')
    .replace(/\((?!\s*\d)[^)]*\)/g, ' ')
    .trim()
  const unfolded = unfoldScientific(bare.replace(/\s/g, ''))
  if (unfolded === null) return wrong(cutShort)
  const first =
    (unfolded === bare.replace(/\s/g, '') ? bare : unfolded).split(/[,/;|&\n]|\bor\b|\band\b/i)[0]?.trim() ?? ''
  const international = /^(?:\+|00)\s?([1-9][\d\s\-().]*)$/.exec(first)
  if (international) {
    const digits = (international[1] ?? '').replace(/\D/g, '')
    if (!/^91/.test(digits)) return isForeign(codeOf(international[1] ?? ''))
  }
  const grouped = groupedForeign.exec(first)
  if (grouped?.[1]) return isForeign(grouped[1])
  if (landline.test(first) || indianLandline.test(first)) return isLandline
  const digits = first.replace(/\.0+$/, '').replace(/[\s().\-–+]/g, '')
  const pair = /^([6-9]\d{9})[6-9]\d{9}$/.exec(digits)
  if (isCityLandline(digits)) return isLandline
  const number = pair?.[1] ?? tenDigits.exec(digits)?.[1]
  if (number === undefined) return ok(digits)
  if (/^(\d)\1{9}$/.test(number) || placeholders.has(number)) return isNoNumber
  return /^[6-9]/.test(number) ? ok(number) : isNoMobile
}

/** Country code of a foreign number: one that Indian families often have, else the first one to three digits. */
function codeOf(number: string): string {
  const digits = number.replace(/\D/g, '')
  const known = [
    '971',
    '966',
    '968',
    '965',
    '973',
    '974',
    '977',
    '880',
    '94',
    '65',
    '60',
    '61',
    '64',
    '44',
    '27',
    '49',
    '1',
  ]
  return known.find((code) => digits.startsWith(code)) ?? /^\d{1,3}/.exec(number)?.[0] ?? digits.slice(0, 2)
}
