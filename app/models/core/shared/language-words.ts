import type { Language } from '~/language/language'

/** Labels of a family's language, for the office. */
export const languageWords = { en: 'English', hi: 'Hindi', gu: 'Gujarati' } as const satisfies Record<Language, string>
