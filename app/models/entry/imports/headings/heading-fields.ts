import type { Language } from '~/language/language'

/** Kind of values that a column holds, judged from the file's cells. */
export type ValueKind =
  | 'aadhaar'
  | 'address'
  | 'amount'
  | 'choice'
  | 'class'
  | 'code'
  | 'day'
  | 'email'
  | 'fee'
  | 'method'
  | 'mobile'
  | 'person'
  | 'pin'
  | 'reference'
  | 'roll'
  | 'section'
  | 'session'
  | 'text'
  | 'title'
  | 'yes-no'

/** Headings in each language; English with transliterated words. */
export type HeadingsByLanguage = Readonly<{ en: string } & Partial<Record<Language, string>>>

/**
 * Headings of one field, separated by commas, as people write them; spelling, order of words and abbreviations are
 * covered by `words.ts`.
 */
export interface FieldHeadings extends HeadingsByLanguage {
  holds: ValueKind
  /** Headings of UDISE+ and of the states' portals. */
  portals?: string
  /** Headings of other school programs, Tally and forms. */
  programs?: string
  /** Headings that often mean something else: they count only if the column's values fit the field. */
  weak?: string
}

export type HeadingsByKey = Readonly<Record<string, FieldHeadings>>

/** A heading that means different things in files of one kind. */
export interface AmbiguousHeading {
  words: string
  /** Possible fields, the most usual first; the values decide, and if they cannot, the user. */
  keys: readonly string[]
  reason: string
  /** When the file also has a column for the field `other`, this heading means the field `key`. */
  beside?: ReadonlyArray<readonly [other: string, key: string]>
  /** `serial`: whole numbers counting up are a serial number, which is not imported. */
  unless?: 'serial'
}
