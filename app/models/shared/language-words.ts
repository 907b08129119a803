import type { Language } from '~/language/language'

/** The languages of a family, as the office reads them. */
export const languageWords = { en: 'English', hi: 'Hindi', gu: 'Gujarati' } as const satisfies Record<Language, string>
