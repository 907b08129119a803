import { latinDigits } from '~/language/language'

/** Room for a number with country code and spaces, as browsers fill it in. */
export const typedMobileLength = 20

/**
 * Reduces an Indian mobile number as people and browsers type it to its ten digits: `+91 98250 12345`, `098250-12345`,
 * `(98250) 12345`. Other texts are returned unchanged for the form to refuse: a landline (`079-26301234`) or a foreign
 * number must never become somebody's mobile number.
 */
export function mobileAsTyped(text: string): string {
  const number = latinDigits(text).trim()
  const digits = number.replace(/[\s().-]/g, '')
  if (/^\d{10}$/.test(digits)) return /^\(?0/.test(number) ? text : digits
  const ofIndia = /^(?:\+91|0091|91|\+910|0)([6-9]\d{9})$/.exec(digits)?.[1]
  // An area code is at most five digits with its 0, followed by a mark.
  const hasAreaCode = /^(?:\+?91[\s-]?)?\(?0\d{2,4}[\s().-]/.test(number)
  return ofIndia === undefined || hasAreaCode ? text : ofIndia
}
