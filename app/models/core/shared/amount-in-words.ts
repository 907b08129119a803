import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'

/**
 * Spells an amount of paise as on Indian receipts, in crore, lakh and thousand: "Rupees One Lakh Twenty-Five Thousand
 * and Fifty Paise Only". Throws on negative and fractional amounts.
 */
export function amountInWords(paise: number, locale: Locale): string {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError(`Not an amount: ${paise}`)
  const [rupees, rest] = [Math.floor(paise / 100), paise % 100]
  const inLanguage = { locale }
  const small = (rest === 1 ? m.numbers_paisa : m.numbers_paise)({ amount: numberInWords(rest, locale) }, inLanguage)
  if (rupees === 0 && rest > 0) return small
  const large = (rupees === 1 ? m.numbers_rupee : m.numbers_rupees)(
    { amount: numberInWords(rupees, locale) },
    inLanguage,
  )
  return rest === 0
    ? m.numbers_only({ amount: large }, inLanguage)
    : m.numbers_and({ rupees: large, paise: small }, inLanguage)
}

/** Splits a message that lists words, separated by `|`. */
export const listedWords = (message: string) => message.split('|')

/**
 * Spells a whole number the Indian way: "One Lakh Twenty". Above a hundred crore, the crores are spelled by the same
 * rule: "One Thousand Two Hundred Crore". The words follow Unicode's CLDR, except where school books prefer another
 * (पंद्रह, इक्यानवे; ત્રેવીસ, છવ્વીસ, ચાળીસ, સાઠ). Throws on negative and fractional numbers.
 */
export function numberInWords(count: number, locale: Locale): string {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`Not a whole number: ${count}`)
  const inLanguage = { locale }
  const belowHundred = listedWords(m.numbers_below_hundred({}, inLanguage))
  if (count < 100) return belowHundred[count] ?? ''
  const parts: string[] = []
  const take = (size: number, name: string) => {
    if (count >= size) parts.push(`${numberInWords(Math.floor(count / size), locale)} ${name}`)
    count %= size
  }
  take(1_00_00_000, m.numbers_crore({}, inLanguage))
  take(1_00_000, m.numbers_lakh({}, inLanguage))
  take(1_000, m.numbers_thousand({}, inLanguage))
  if (count >= 100) parts.push(listedWords(m.numbers_hundreds({}, inLanguage))[Math.floor(count / 100) - 1] ?? '')
  if (count % 100 > 0) parts.push(belowHundred[count % 100] ?? '')
  return parts.join(' ')
}
