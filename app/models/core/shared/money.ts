import { latinDigits } from '~/language/language'
import type { Locale } from '~/language/paraglide/runtime'

/** Largest amount that an office may type, ₹99,99,99,999, in paise. */
export const MAX_AMOUNT_PAISE = 99_99_99_999_00

export interface MoneyFormat {
  /** Accepted for convenience and ignored: all languages write ₹1,25,000.00 with Latin digits. */
  locale?: Locale
  /** `exact` always shows paise (tables, receipts); `short` shows them only when they are not zero. */
  style: 'exact' | 'short'
}

/**
 * Formats paise as rupees with Indian grouping: `₹1,25,000.00` or `₹1,25,000`. Hand-written because a page formats
 * forty rows and Intl is about ten times slower; a test compares it with Intl for en-IN, hi-IN and gu-IN. Throws on
 * anything but whole paise.
 */
export function formatPaise(paise: number, { style }: MoneyFormat): string {
  if (!Number.isSafeInteger(paise)) throw new RangeError(`Not whole paise: ${paise}`)
  const size = Math.abs(paise)
  const fraction = size % 100
  const rupees = groupDigits(String((size - fraction) / 100))
  const tail = style === 'exact' || fraction !== 0 ? `.${fraction < 10 ? '0' : ''}${fraction}` : ''
  return `${paise < 0 ? '-' : ''}₹${rupees}${tail}`
}

/** `12345678` → `1,23,45,678`: groups the last three digits, then pairs. */
function groupDigits(digits: string): string {
  if (digits.length <= 3) return digits
  let end = digits.length - 3
  let grouped = digits.slice(end)
  for (; end > 2; end -= 2) grouped = `${digits.slice(end - 2, end)},${grouped}`
  return `${digits.slice(0, end)},${grouped}`
}

const plainRupees = /^(\d+)(?:\.(\d{1,2}))?$/
/** Commas are accepted only in Indian and western grouping: elsewhere "1,5" may mean one and a half. */
const indianGroups = /^\d{1,2}(?:,\d{2})*,\d{3}(?:\.|$)/
const westernGroups = /^\d{1,3}(?:,\d{3})+(?:\.|$)/

/**
 * Parses an amount as typed, into paise: `12500`, `1,25,000`, `₹ 500.50`, `Rs. 500/-`, also with the digits of any
 * language. Null for anything ambiguous: negatives, more than two decimals, odd commas, and more than ₹99,99,99,999.
 */
export function parseRupees(text: string): number | null {
  const amountText = latinDigits(text.trim())
    .replace(/^(?:₹|rs\.?|inr)\s*/i, '')
    .replace(/\s*\/-$/, '')
  if (amountText.includes(',') && !indianGroups.test(amountText) && !westernGroups.test(amountText)) return null
  const match = plainRupees.exec(amountText.replaceAll(',', ''))
  if (!match) return null
  const paise = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return paise <= MAX_AMOUNT_PAISE ? paise : null
}

/** Formats paise for an input field: `12500`, `12500.50`. */
export function typedRupees(paise: number): string {
  return formatPaise(paise, { style: 'short' }).replace(/[₹,]/g, '')
}

/**
 * Splits an amount by weights into parts that add up exactly: rounds each part down to the paisa and gives the rest to
 * the largest remainders, earlier parts first on a tie. Throws on negative or fractional numbers, and when all weights
 * are zero.
 */
export function splitPaise(totalPaise: number, weights: readonly number[]): number[] {
  for (const value of [totalPaise, ...weights]) {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not a whole number of zero or more: ${value}`)
  }
  if (totalPaise === 0) return weights.map(() => 0)
  // BigInt, because the product of two amounts may exceed 2^53.
  const total = BigInt(totalPaise)
  const sum = weights.reduce((so, weight) => so + BigInt(weight), 0n)
  if (sum === 0n) throw new RangeError('Nothing to split the amount by')
  const shares = weights.map((weight) => {
    const product = total * BigInt(weight)
    return { paise: Number(product / sum), remainder: product % sum }
  })
  let left = totalPaise - shares.reduce((so, share) => so + share.paise, 0)
  // The sort is stable: on equal remainders the earlier part comes first.
  const byRemainder = [...shares].sort((a, b) => Number(b.remainder - a.remainder))
  for (const share of byRemainder) {
    if (left === 0) break
    share.paise += 1
    left -= 1
  }
  return shares.map((share) => share.paise)
}
