import { commonPasswords, commonWords } from './common-passwords'

export type SignInName = { kind: 'email' | 'mobile'; value: string }

/** Reads what the username field takes: an e-mail or a 10-digit mobile number; null for anything else. */
export function parseSignInName(text: string): SignInName | null {
  const name = text.trim().toLowerCase()
  if (/^\d{10}$/.test(name)) return { kind: 'mobile', value: name }
  return /^[^\s@<>()",;:]{1,64}@[^\s@<>()",;:]+\.[^\s@<>()",;:.]{2,}$/.test(name)
    ? { kind: 'email', value: name }
    : null
}

/**
 * Seconds to wait after this many wrong passwords in a row: two slips are free, then 1 s, doubling up to 15 minutes. While
 * somebody tries birth dates on a whole school (`alarm`), a wrong date waits a minute at once. Never a lock-out.
 */
export function slowDownSeconds(failures: number, alarm = false): number {
  const longest = 15 * 60
  if (alarm) return Math.min(longest, 60 * 2 ** Math.min(failures - 1, 10))
  return failures < 3 ? 0 : Math.min(longest, 2 ** Math.min(failures - 3, 10))
}

/** Whether a password could be somebody's date of birth as the sign-in page asks for it. */
export function looksLikeBirthDate(password: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(password)
}

export type PasswordProblem = 'too-short' | 'date' | 'name' | 'phone' | 'enrollment-number' | 'common'

/** What others know of the person, and so may not be the password. */
export interface PasswordFacts {
  names: readonly string[]
  phones?: readonly string[]
  enrollmentNumber?: string
}

/** Why this may not be a new password, or null when it may (decisions, section 1). */
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
  if (commonPasswords.has(lower) || commonPasswords.has(plain) || commonWords.has(letters)) return 'common'
  return isSequence(plain) ? 'common' : null
}

const onlyLettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
const onlyLetters = (text: string) => text.replace(/[^\p{L}\p{M}]/gu, '')

/** Each word of the names, each whole name, and the whole name turned round. */
function knownNames(names: readonly string[]): Set<string> {
  const known = new Set<string>()
  for (const name of names) {
    const words = name.toLowerCase().split(/\s+/).map(onlyLetters).filter(Boolean)
    for (const word of [...words, words.join(''), words.reverse().join('')]) known.add(word)
  }
  return known
}

function isPhone(plain: string, phones: readonly string[]): boolean {
  if (/^(91|0)?[6-9]\d{9}$/.test(plain)) return true
  return phones.some((phone) => {
    const digits = phone.replace(/\D/g, '')
    return digits.length >= 8 && plain.replace(/\D/g, '').includes(digits)
  })
}

const monthNames = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'

/** A day in any of the orders people write one, with or without signs between: 2011-08-15, 15/8/2011, 15082011, 15Aug2011. */
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

/** One sign repeated, or signs that follow one another: 11111111, 12345678, abcdefgh, 87654321. */
function isSequence(plain: string): boolean {
  if (/^(.{1,4})\1+$/u.test(plain)) return true
  const codes = [...plain].map((sign) => sign.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return steps.length > 0 && (steps.every((step) => step === 1) || steps.every((step) => step === -1))
}

/** The signs of an activation code without what people put between them: `7kq4 mw2h` is `7KQ4MW2H`. */
export function bareActivationCode(typed: string): string {
  return typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
}

/** A first name that a brother or sister recognises and nobody else learns: "Ravi" → "R…i". */
export function maskedName(firstName: string): string {
  const signs = [...new Intl.Segmenter().segment(firstName.trim())].map(({ segment }) => segment)
  return signs.length < 3 ? `${signs[0] ?? ''}…` : `${signs[0]}…${signs.at(-1)}`
}
