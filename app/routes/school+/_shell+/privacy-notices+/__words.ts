import { purposeWords } from '~/models/consents/privacy-fields'

/** A purpose as the office reads it; one of the school's own is called as its notice. */
export const purposeName = (purpose: string): string => {
  const words: Readonly<Record<string, string>> = purposeWords
  return words[purpose] ?? purposeWords.own
}
