/** Languages of all texts for students and parents. */
export const languages = ['en', 'hi', 'gu'] as const
export type Language = (typeof languages)[number]

/** Each language in its own words. */
export const languageNames = { en: 'English', hi: 'हिन्दी', gu: 'ગુજરાતી' } satisfies Record<Language, string>

export const languageCookieName = 'lang'

export function isLanguage(text: unknown): text is Language {
  return text === 'en' || text === 'hi' || text === 'gu'
}

/** Language of the cookie, or the first supported one in Accept-Language, or English. */
export function chooseLanguage(cookieHeader: string | undefined, acceptLanguage: string | undefined): Language {
  const chosen = /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/.exec(cookieHeader ?? '')?.[1]
  if (isLanguage(chosen)) return chosen
  for (const part of (acceptLanguage ?? '').split(',')) {
    const wanted = part.trim().slice(0, 2).toLowerCase()
    if (isLanguage(wanted)) return wanted
  }
  return 'en'
}
