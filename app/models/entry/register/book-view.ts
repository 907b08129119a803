import type { Locale } from '~/language/paraglide/runtime'

/** Entry as a page of the book shows it: texts in the book's language, '' for unknown values. */
export interface BookEntry {
  number: string
  name: string
  mother: string
  father: string
  birthDate: string
  birthWords: string
  gender: string
  category: string
  lastSchool: string
  /** Day and class, one line each. */
  admitted: string[]
  left: string[]
  reason: string
  /** Number and day, one line each. */
  certificate: string[]
  /** Remarks, one sentence each. */
  remarks: string[]
}

export interface RegisterBookView {
  language: Locale
  school: { name: string; address: string; phone: string; email: string }
  /** Lines below the address: affiliation and codes. */
  lines: string[]
  logo: Uint8Array | null
  /** `YYYY-MM-DD` */
  printedOn: string
  /** Number of this file, from 1, and the number of all files. */
  part: number
  parts: number
  entries: BookEntry[]
}
