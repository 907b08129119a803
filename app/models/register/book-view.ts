import type { Locale } from '~/language/paraglide/runtime'

/** One entry as a page of the book has it: texts in the book's language, '' where nothing is known. */
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
  /** Day and class, a line each. */
  admitted: string[]
  left: string[]
  reason: string
  /** Number and day, a line each. */
  certificate: string[]
  /** Sentences. */
  remarks: string[]
}

/** Pages of the General Register, as they are printed. */
export interface RegisterBookView {
  language: Locale
  school: { name: string; address: string; phone: string; email: string }
  /** Under the address: affiliation and codes. */
  lines: string[]
  logo: Uint8Array | null
  /** `YYYY-MM-DD` */
  printedOn: string
  /** Which file of how many these pages are. */
  part: number
  parts: number
  entries: BookEntry[]
}
