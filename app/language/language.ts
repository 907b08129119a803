/** Facts of a language that are not messages. */
interface LanguageEntry {
  /** Name for the office, in English. */
  readonly name: string
  /** Name for families, in the language itself. */
  readonly ownName: string
  /** The digit zero of the language's script, if people may type its digits; empty if only Latin digits are used. */
  readonly zero: string
  /** Text after the month in a written date: `5 એપ્રિલ, 2026`. */
  readonly afterMonth: string
}

/** The only list of languages of texts for students and parents. The first is the default. */
const entries = {
  en: { name: 'English', ownName: 'English', zero: '', afterMonth: '' },
  hi: { name: 'Hindi', ownName: 'हिन्दी', zero: '०', afterMonth: '' },
  gu: { name: 'Gujarati', ownName: 'ગુજરાતી', zero: '૦', afterMonth: ',' },
} as const satisfies Readonly<Record<string, LanguageEntry>>

export type Language = keyof typeof entries
export const languages: readonly Language[] = Object.keys(entries) as Language[]

/** Returns a record with a value for each language, in the order of the list. */
export function forEachLanguage<Value>(valueFor: (language: Language) => Value): Readonly<Record<Language, Value>> {
  return Object.fromEntries(languages.map((language) => [language, valueFor(language)])) as Record<Language, Value>
}

/** Names for the office, in English. */
export const languageWords = forEachLanguage((language) => entries[language].name)

/** Names for the office in a sentence: `English, Hindi and Gujarati`. */
export function languagesInWords(): string {
  const names = languages.map((language) => languageWords[language])
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Names for families, each in its own language. */
export const languageNames = forEachLanguage((language): string => entries[language].ownName)

export const afterMonth = forEachLanguage((language): string => entries[language].afterMonth)

const zeros = languages.flatMap((language) => entries[language].zero.codePointAt(0) ?? [])
const otherDigits = new RegExp(`[${zeros.map((zero) => String.fromCodePoint(zero, 0x2d, zero + 9)).join('')}]`, 'g')

export function latinDigits(text: string): string {
  return text.replace(otherDigits, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (zeros.find((zero) => code >= zero && code < zero + 10) ?? 0))
  })
}

export const languageCookieName = 'lang'

export function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(entries, text)
}

/** Language of the cookie, or the first supported one in Accept-Language, or English. */
export function chooseLanguage(cookieHeader: string | undefined, acceptLanguage: string | undefined): Language {
  const cookieLanguage = /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/.exec(cookieHeader ?? '')?.[1]
  if (isLanguage(cookieLanguage)) return cookieLanguage
  for (const part of (acceptLanguage ?? '').split(',')) {
    const browserLanguage = part.trim().slice(0, 2).toLowerCase()
    if (isLanguage(browserLanguage)) return browserLanguage
  }
  return 'en'
}
