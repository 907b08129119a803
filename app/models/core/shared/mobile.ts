import { latinDigits } from '~/language/language'

/** Maximum length of a typed number: ten digits with country code and spaces, as browsers fill them in. */
export const typedMobileLength = 20

/**
 * Reduces an Indian mobile number as people and browsers type it to its ten digits: `+91 98250 12345`, `098250-12345`,
 * `(98250) 12345`. Other texts are returned unchanged for the form to refuse: a landline (`079-26301234`) or a foreign
 * number must never become the mobile number of another family.
 */
export function mobileAsTyped(text: string): string {
  const number = latinDigits(text).trim()
  const digits = number.replace(/[\s().-]/g, '')
  if (/^\d{10}$/.test(digits)) return /^\(?0/.test(number) ? text : digits
  const [, prefix = '', mobile] = /^(\+91|0091|91|0)([6-9]\d{9})$/.exec(digits) ?? []
  if (mobile === undefined) return text
  const groups = groupsAfter(prefix, number)
  return looksLikeAreaCode(groups) ? text : mobile
}

/** Lengths of the groups in which the digits after the prefix are written. */
function groupsAfter(prefix: string, number: string): number[] {
  const written = [...number.matchAll(/\d+/g)].map(([group]) => group.length)
  let left = prefix.replace('+', '').length
  return written.flatMap((length) => {
    const taken = Math.min(left, length)
    left -= taken
    return length > taken ? [length - taken] : []
  })
}

/** Returns true for a landline: a short group (the area code) comes first: 79-26301234, 712 2345678, 79 2630 1234. */
const looksLikeAreaCode = ([first = 0, second = 0]: readonly number[]) => first === 2 || (first < 5 && second > 4)
