import type { Language } from '~/language/language'

/** Privacy notice in one language, as displayed; each list has one item per line. */
export interface NoticeText {
  title: string
  data: string[]
  uses: string[]
  sharedWith: string[]
  rights: string
  /** Instructions for withdrawing consent; null if the notice needs none. */
  withdrawal: string | null
  complaint: string
  contact: string
}

/** Notice in the languages that the portal had when it was published. */
export type NoticeView = Readonly<Partial<Record<Language, NoticeText>> & { en: NoticeText }>

/** Returns the notice in this language, or in English if it was published before the portal had the language. */
export function noticeIn(view: NoticeView, language: Language): NoticeText {
  return view[language] ?? view.en
}
