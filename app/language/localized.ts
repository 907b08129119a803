import { type Language, languages } from './language'

/** A text by language. Contains only the languages in which the text is written. */
export type Localized = Readonly<Partial<Record<Language, string>>>

/** Returns the text in this language, else in the first language in which it is written, else an empty text. */
export function wordsIn(text: Localized, language: Language): string {
  const written = [language, ...languages].find((each) => text[each])
  return (written && text[written]) ?? ''
}

/** Returns the text with a language's words; empty words remove the language. */
export function withWords(text: Localized, language: Language, words: string | null | undefined): Localized {
  const { [language]: _before, ...others } = text
  return words ? { ...others, [language]: words } : others
}

/** Reads a stored text (JSON). Languages that the portal does not know are left out. */
export function readLocalized(stored: unknown): Localized {
  const written: Record<string, unknown> = JSON.parse(String(stored))
  return languages.reduce<Localized>((text, language) => {
    const words = written[language]
    return withWords(text, language, typeof words === 'string' ? words : null)
  }, {})
}
