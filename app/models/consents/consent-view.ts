import type { Language } from '~/language/language'

/** A privacy notice in one language, as it is read; each list is a line an item. */
export interface NoticeText {
  title: string
  data: string[]
  uses: string[]
  sharedWith: string[]
  rights: string
  /** How consent is withdrawn; null where none is asked for. */
  withdrawal: string | null
  complaint: string
  /** Whom to ask at the school. */
  contact: string
}

/** What a published notice is frozen as. */
export type NoticeView = Readonly<Record<Language, NoticeText>>
