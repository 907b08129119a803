import { isGuessable } from '~/services/secrets/guessable.server'

export type PasswordProblem = 'too-short' | 'date' | 'name' | 'phone' | 'enrollment-number' | 'common'

/** Facts that others know about the person; a password must not consist of them. */
export interface PasswordFacts {
  names: readonly string[]
  phones?: readonly string[]
  enrollmentNumber?: string
}

/** Returns the reason why this may not be a new password, or null; `shortest` is the minimum length in characters. */
export function passwordProblem(password: string, facts: PasswordFacts, shortest: number): PasswordProblem | null {
  if ([...password].length < shortest) return 'too-short'
  if (isDate(password)) return 'date'
  const lower = password.toLowerCase()
  const plain = onlyLettersAndDigits(lower)
  if (facts.enrollmentNumber && plain === onlyLettersAndDigits(facts.enrollmentNumber.toLowerCase()))
    return 'enrollment-number'
  if (isPhone(plain, facts.phones ?? [])) return 'phone'
  const letters = onlyLetters(lower)
  if (letters && knownNames(facts.names).has(letters)) return 'name'
  return isGuessable(password, facts.names) ? 'common' : null
}

const onlyLettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
const onlyLetters = (text: string) => text.replace(/[^\p{L}\p{M}]/gu, '')

/** Returns each word of the names, each whole name, and each whole name reversed. */
function knownNames(names: readonly string[]): Set<string> {
  const nameWords = new Set<string>()
  for (const name of names) {
    const words = name.toLowerCase().split(/\s+/).map(onlyLetters).filter(Boolean)
    for (const word of [...words, words.join(''), words.reverse().join('')]) nameWords.add(word)
  }
  return nameWords
}

function isPhone(plain: string, phones: readonly string[]): boolean {
  if (/^(91|0)?[6-9]\d{9}$/.test(plain)) return true
  return phones.some((phone) => {
    const digits = phone.replace(/\D/g, '')
    return digits.length >= 8 && plain.replace(/\D/g, '').includes(digits)
  })
}

const monthNames = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'

/** Detects a date in any common order, with or without separators: 2011-08-15, 15/8/2011, 15082011, 15Aug2011. */
function isDate(password: string): boolean {
  const text = password.trim().toLowerCase()
  const parts = /^(\d{1,4})[\s./_-]+(\d{1,2})[\s./_-]+(\d{1,4})$/.exec(text)
  if (parts) return isDayOfYear([Number(parts[1]), Number(parts[2]), Number(parts[3])])
  if (/^\d{8}$/.test(text)) {
    const at = (from: number, to: number) => Number(text.slice(from, to))
    return isDayOfYear([at(0, 4), at(4, 6), at(6, 8)]) || isDayOfYear([at(0, 2), at(2, 4), at(4, 8)])
  }
  const day = '\\d{1,2}(st|nd|rd|th)?'
  const month = `(${monthNames})[a-z]{0,6}`
  const gap = '[\\s./,_-]*'
  return new RegExp(`^(${day}${gap}${month}|${month}${gap}${day})${gap}\\d{2,4}$`).test(text)
}

function isDayOfYear([first, second, third]: readonly [number, number, number]): boolean {
  const [year, day] = first > 31 ? [first, third] : [third, first]
  const isYear = (year >= 1900 && year <= 2100) || year < 100
  return isYear && day >= 1 && day <= 31 && second >= 1 && second <= 31 && Math.min(day, second) <= 12
}
