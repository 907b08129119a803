import { purposeWords } from '~/models/contact/consents/privacy-fields'

/** Office label of a purpose; a purpose defined by the school has a general label. */
export const purposeName = (purpose: string): string => {
  const words: Readonly<Record<string, string>> = purposeWords
  return words[purpose] ?? purposeWords.own
}
