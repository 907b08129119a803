import { latinDigits } from '~/language/language'
import { byWord } from './cells'

const romans = ' i ii iii iv v vi vii viii ix x xi xii'.split(' ')
const early = byWord({ jrkg: 'lkg juniorkg lowerkg kg1', srkg: 'ukg seniorkg upperkg kg2', nursery: 'nur playgroup' })

const classWords =
  /^(?:std|standard|class|grade|cls|dhoran|ધોરણ|कक्षा)\.?\s*[-:]?\s*|\s*(?:std|standard|class|grade)\.?$/giu
const sectionWords = /^(?:section|sec|div|division|વર્ગ|वर्ग)\.?\s*[-:]?\s*/iu

/** Common key of all names of one class: `Std. 6`, `VI`, `6th` and `Class 6` are all `6`. */
export function classKey(name: string): string {
  const bare = latinDigits(name).replace(classWords, '').trim().toLowerCase()
  const key = bare.replace(/[^\p{L}\p{N}\p{M}]/gu, '')
  const number = /^0*(\d{1,2})(?:st|nd|rd|th)?$/.exec(key)
  if (number) return String(Number(number[1]))
  const roman = romans.indexOf(key)
  return roman > 0 ? String(roman) : (early[key] ?? key)
}

export function sectionKey(name: string): string {
  return latinDigits(name)
    .replace(sectionWords, '')
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '')
    .toLowerCase()
}

/** Splits `6-A`, `VI A` or `Std 6 – B` in one cell into class and section. Null if the cell has only one of the two. */
export function splitClassSection(text: string): { className: string; sectionName: string } | null {
  const match = /^(.*?[\p{N}\p{L}])\s*[-–/ ]\s*\(?([\p{L}]\p{M}*)\)?$|^((?:\D*\s)?\d{1,2})(\p{L}\p{M}*)$/u.exec(
    text.trim(),
  )
  if (!match) return null
  const className = (match[1] ?? match[3] ?? '').trim()
  const sectionName = match[2] ?? match[4] ?? ''
  // `Std VI` is a class, not section VI; a roman I after a word is a number too.
  return /^(?:std|standard|class|grade|dhoran|ધોરણ|कक्षा)\.?$/iu.test(className) ? null : { className, sectionName }
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

/** Classes before the first, in the order in which a child attends them. */
const beforeFirst = ['prenursery', 'nursery', 'jrkg', 'kg', 'srkg']

/** Year of school in a class name and the text after it (a stream); null if the name has no year. */
function yearOf(name: string): { year: number; rest: string } | null {
  const bare = latinDigits(name).replace(classWords, '').trim().toLowerCase()
  const word = /^(?:\d{1,2}(?!\d)|[\p{L}\p{M}]+)/u.exec(bare)?.[0] ?? ''
  const readings = [
    { key: classKey(name), rest: '' },
    { key: classKey(word), rest: bare.slice(word.length).replace(/[^\p{L}\p{N}\p{M}]/gu, '') },
  ]
  for (const { key, rest } of readings) {
    if (/^\d{1,2}$/.test(key)) return { year: Number(key), rest }
    if (beforeFirst.includes(key)) return { year: beforeFirst.indexOf(key) - beforeFirst.length, rest }
  }
  return null
}

/**
 * Compares two classes by name: Nursery, LKG, UKG, 1 … 11 Commerce, 11 Science, 12. Null if one of the names has no
 * year.
 */
export function compareClasses(name: string, other: string): number | null {
  const [one, two] = [yearOf(name), yearOf(other)]
  return one && two ? one.year - two.year || one.rest.localeCompare(two.rest) : null
}

/** Number in the name of a class, 0 before the first; null if the name has none. */
export function numberOfClass(name: string): number | null {
  const classYear = yearOf(name)
  return classYear && Math.max(0, classYear.year)
}
