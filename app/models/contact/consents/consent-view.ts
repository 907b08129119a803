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

export type NoticeView = Readonly<Record<Language, NoticeText>>
