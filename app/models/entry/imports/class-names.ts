import { latinDigits } from '~/language/language'
import { byWord } from './cells'

/** Roman numbers from 1. */
const romanNumbers = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ')

/** Key of a class before the first, by its other spellings: `lkg` is `jrkg`. */
const preschoolKeys = byWord({
  jrkg: 'lkg juniorkg lowerkg kg1',
  srkg: 'ukg seniorkg upperkg kg2',
  nursery: 'nur playgroup',
})

/** Keys of the classes before the first, in the order in which a child attends them. */
const preschoolOrder = ['prenursery', 'nursery', 'jrkg', 'kg', 'srkg']

/** Words before or after the name of a class: `Std. 6`, `6th Standard`. */
const classWords =
  /^(?:std|standard|class|grade|cls|dhoran|ધોરણ|कक्षा)\.?\s*[-:]?\s*|\s*(?:std|standard|class|grade)\.?$/giu
/** Words before the name of a section: `Div. A`. */
const sectionWords = /^(?:section|sec|div|division|વર્ગ|वर्ग)\.?\s*[-:]?\s*/iu

const symbols = /[^\p{L}\p{N}\p{M}]/gu

/** Common key of all names of one class: `Std. 6`, `VI`, `6th` and `Class 6` are all `6`. */
export function classKey(name: string): string {
  const bare = latinDigits(name).replace(classWords, '').trim().toLowerCase()
  const key = bare.replace(symbols, '')
  const number = /^0*(\d{1,2})(?:st|nd|rd|th)?$/.exec(key)
  if (number) return String(Number(number[1]))
  const roman = romanNumbers.indexOf(key) + 1
  return roman > 0 ? String(roman) : (preschoolKeys[key] ?? key)
}

/** Common key of all names of one section: `Div. A`, `(A)` and `a` are all `a`. */
export function sectionKey(name: string): string {
  return latinDigits(name).replace(sectionWords, '').replace(symbols, '').toLowerCase()
}

/** Class and section with a separator: `6-A`, `VI A`, `Std 6 – (B)`. */
const separatedSection = /^(?<className>.*?[\p{N}\p{L}])\s*[-–/ ]\s*\(?(?<sectionName>\p{L}\p{M}*)\)?$/u
/** Class number with the section directly after it: `6A`, `Std 6A`. */
const attachedSection = /^(?<className>(?:\D*\s)?\d{1,2})(?<sectionName>\p{L}\p{M}*)$/u
const onlyClassWord = /^(?:std|standard|class|grade|dhoran|ધોરણ|कक्षा)\.?$/iu

/** Splits `6-A`, `VI A` or `Std 6 – B` in one cell into class and section. Null if the cell has only one of the two. */
export function splitClassSection(text: string): { className: string; sectionName: string } | null {
  const cell = text.trim()
  const match = separatedSection.exec(cell) ?? attachedSection.exec(cell)
  if (!match) return null
  const { className = '', sectionName = '' } = match.groups ?? {}
  // `Std V` is class 5 without a section, not section V.
  return onlyClassWord.test(className.trim()) ? null : { className: className.trim(), sectionName }
}

/** Name of a class to be created: the file's own words, a bare number prefixed with `Class`. */
export function newClassName(name: string): string {
  const bare = name.trim().replace(/\s+/g, ' ')
  return /^\p{N}{1,2}$/u.test(bare) ? `Class ${Number(latinDigits(bare))}` : bare
}

/** Name of a section to be created; a single lower-case letter is capitalized. */
export function newSectionName(name: string): string {
  const bare = name.replace(sectionWords, '').trim() || name.trim()
  return /^[a-z]$/.test(bare) ? bare.toUpperCase() : bare
}

/**
 * Year of school in a class name, and the text after it (a stream): `11 Science` is year 11 with `science`. Nursery to
 * UKG are negative, so that they come before 1. Null if the name has no year.
 */
function yearOf(name: string): { year: number; rest: string } | null {
  const bare = latinDigits(name).replace(classWords, '').trim().toLowerCase()
  const firstWord = /^(?:\d{1,2}(?!\d)|[\p{L}\p{M}]+)/u.exec(bare)?.[0] ?? ''
  // The whole name (`Jr. KG`), else its first word (`11 Science`).
  const readings = [
    { key: classKey(name), rest: '' },
    { key: classKey(firstWord), rest: bare.slice(firstWord.length).replace(symbols, '') },
  ]
  for (const { key, rest } of readings) {
    if (/^\d{1,2}$/.test(key)) return { year: Number(key), rest }
    if (preschoolOrder.includes(key)) return { year: preschoolOrder.indexOf(key) - preschoolOrder.length, rest }
  }
  return null
}

/**
 * Compares two classes by name: Nursery, LKG, UKG, 1 … 11 Commerce, 11 Science, 12. Null if one of the names has no
 * year.
 */
export function compareClasses(name: string, other: string): number | null {
  const [classYear, otherYear] = [yearOf(name), yearOf(other)]
  if (!classYear || !otherYear) return null
  return classYear.year - otherYear.year || classYear.rest.localeCompare(otherYear.rest)
}

/** Number in the name of a class, 0 before the first; null if the name has none. */
export function numberOfClass(name: string): number | null {
  const classYear = yearOf(name)
  return classYear && Math.max(0, classYear.year)
}
