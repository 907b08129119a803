import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { listedWords, numberInWords } from '~/models/core/shared/amount-in-words'
import { isDay, monthNames } from '~/models/core/shared/calendar'

/**
 * Formats a day in words, as certificates print a date of birth: "Fourteenth June Two Thousand Twelve", "चौदह जून दो
 * हज़ार बारह". Throws if `day` is invalid.
 */
export function dayInWords(day: string, locale: Locale): string {
  if (!isDay(day)) throw new RangeError(`Not a day: ${day}`)
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const dayWord = listedWords(m.numbers_days({}, { locale }))[date - 1]
  return `${dayWord} ${monthNames(locale, 'long')[month - 1]} ${yearInWords(year, locale)}`
}

/** Years before 2000 are spelled in hundreds, as spoken: nineteen hundred. */
function yearInWords(year: number, locale: Locale): string {
  const [century, rest] = [Math.floor(year / 100), year % 100]
  if (century < 11 || century > 19) return numberInWords(year, locale)
  const whole = listedWords(m.numbers_centuries({}, { locale }))[century - 11] ?? ''
  return rest === 0 ? whole : `${whole} ${numberInWords(rest, locale)}`
}

const romans = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']

/** Adds the number in words to a class name that contains one: "Class 8 (Eight)", "Std VIII (Eight)". */
export function classInWords(name: string, locale: Locale): string {
  const number = Number(/\d{1,2}/.exec(name)?.[0] ?? romanIn(name))
  return number >= 1 && number <= 12 ? `${name} (${numberInWords(number, locale)})` : name
}

function romanIn(name: string): number {
  return Math.max(0, ...name.split(/[\s.-]+/).map((word) => romans.indexOf(word) + 1))
}
