import { numberOfClass } from './class-names'

/** Titles that are complete words; `Sri` and `Sh` may also begin a name, and count only with a full stop. */
const words =
  'mr|mrs|ms|miss|mx|dr|prof|professor|shri|shree|shrimati|shreemati|smt|kum|kumari|sushri|er|adv|ca|fr|rev|sir|madam|sis|bro|श्री|श्रीमती|कु|कुमारी|सुश्री|डॉ|प्रो|શ્રી|શ્રીમતી|કુ|કુમારી|ડૉ|ડો|પ્રો'
const dottedOnly = 'sri|sh'
const indian = /^(?:श्री|श्रीमती|सुश्री|શ્રી|શ્રીમતી)\s+/u

const bracketed = new RegExp(`^[([]\\s*(?:${words}|${dottedOnly})\\.?\\s*[)\\]]\\s*`, 'iu')
const dotted = new RegExp(`^(?:${words}|${dottedOnly})\\s*\\.\\s*`, 'iu')
const spaced = new RegExp(`^(?:${words})\\s+`, 'iu')
const atTheEnd = new RegExp(`(?:\\s*[([]\\s*(?:${words})\\.?\\s*[)\\]]|\\s*,\\s*(?:${words})\\.?)$`, 'iu')

/**
 * Removes titles: `Mr.Patel`, `(Dr.) Shah`, `Prof. Dr. Shah`, `Smt Rao`, `Shah (Mrs.)`. Keeps a name that has only
 * titles.
 */
export function withoutTitles(name: string): string {
  let bare = name.trim()
  for (;;) {
    const next = [bracketed, dotted, indian, spaced, atTheEnd]
      .reduce((text, pattern) => text.replace(pattern, ''), bare)
      .trim()
    if (next === '' || next === bare) return bare
    bare = next
  }
}

/** Honorifics that are never names: they are removed as complete words. */
const honorifics = 'mrs|miss|mast|master|smt|shrimati|shreemati|sushri|kum|श्रीमती|सुश्री|कु|શ્રીમતી|કુ'
/** Words that may also be a name, or initials (`MS Dhoni`). */
const unsureHonorifics = 'mr|ms|mx|ku|shri|shree|sri|श्री|શ્રી'
const unsureNames = 'kumari|कुमारी|કુમારી'
const allHonorifics = `${honorifics}|${unsureHonorifics}|${unsureNames}|chi|km|sh|चि|ચિ`

const clearHonorific = new RegExp(
  `^(?:[([]\\s*(?:${allHonorifics})\\.?\\s*[)\\]]|(?:${allHonorifics})\\s*\\.|(?:${honorifics})(?=\\s))\\s*(?=[\\p{L}([])`,
  'iu',
)
const unsureHonorific = new RegExp(`^(?:${unsureHonorifics}|${unsureNames})\\s+(?=\\p{L})`, 'iu')
const parentHonorific = new RegExp(`^(?:${unsureHonorifics})\\s+(?=\\p{L})`, 'iu')
const honorificAtTheEnd = new RegExp(
  `(?:\\s*[([]\\s*(?:${allHonorifics})\\.?\\s*[)\\]]|\\s*,\\s*(?:(?:${honorifics})|(?:${allHonorifics})\\.))$`,
  'iu',
)

/** Whether a student’s name begins with a word that is certainly a title, or may be one. */
export function honorificOf(name: string): 'clear' | 'unsure' | null {
  if (clearHonorific.test(name)) return 'clear'
  return unsureHonorific.test(name) ? 'unsure' : null
}

/**
 * Removes the honorifics of students and parents: `Kum. Asha`, `Master Aarav`, `Shri. Patel`. Keeps professions such as
 * `Dr.`.
 * @param also ambiguous words to remove too: all of them, or all but `Kumari`, which may be a parent's name
 */
export function withoutHonorifics(name: string, also?: 'unsure' | 'of-parents'): string {
  const patterns = [
    clearHonorific,
    honorificAtTheEnd,
    ...(also === 'unsure' ? [unsureHonorific] : also === 'of-parents' ? [parentHonorific] : []),
  ]
  let bare = name.trim()
  if (bare.length > maxNameRead) return bare
  for (;;) {
    const next = patterns.reduce((text, pattern) => text.replace(pattern, ''), bare).trim()
    if (next === '' || next === bare) return bare
    bare = next
  }
}

const late = /^(?:(?:late|lt|स्व|સ્વ)\s*\.|(?:late|स्व|સ્વ)(?=\s))\s*(?=[\p{L}([])/iu

const lateAtTheEnd = /^(.*\S)\s*[([]\s*(late|lt|expired|deceased|स्व|સ્વ)\s*\.?\s*[)\]]$/iu

/** Removes the honorifics of a parent, but not `Late`, which says that the parent has died. */
export function parentName(written: string): string {
  const [, before, word = ''] = lateAtTheEnd.exec(written.trim()) ?? []
  const name = before === undefined ? written : `${/^[a-z]/i.test(word) ? 'Late' : `${word}.`} ${before}`
  const [mark = ''] = late.exec(name) ?? []
  const bare = withoutHonorifics(name.slice(mark.length), 'of-parents')
  return mark === '' ? bare : `${mark.trim()} ${bare}`
}

/** Maximum length of a text that is searched for titles and remarks; the name field refuses longer ones. */
export const maxNameRead = 200

const separator = /\s+[-–/|]\s*|\s*,\s*/g
const remarkWord = /^(?:\p{N}+|\p{L}\p{M}*\p{L}?\p{M}*|std|standard|class|div|division|sec|section|roll|ધોરણ|कक्षा)$/iu

/** Returns true for a class, section or number, as lists write it after a name. */
function isClassOrNumber(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []
  const [first = ''] = words
  return (
    words.every((word) => remarkWord.test(word) || numberOfClass(word) !== null) &&
    (/\p{N}/u.test(text) || (first.length > 1 && numberOfClass(first) !== null))
  )
}

const remarkInFront = /^[([{]([^()[\]{}]*)[)\]}]\s*(?=\p{L})/u
/** Text in brackets at the end, also if the closing bracket is missing. */
const remarkBehind = /^(.*\S)\s*[([{]([^()[\]{}]*)[)\]}]*[\s.,]*$/u

/** Splits a remark from a name: `Asha Patel (RTE)`, `Asha Patel - 6A`; null without one. */
export function remarkOf(name: string): { bare: string; remark: string } | null {
  if (name.length > maxNameRead) return null
  const remarks: string[] = []
  let bare = name.trim()
  for (;;) {
    const [before = '', text = ''] = remarkBehind.exec(bare)?.slice(1) ?? []
    if (!/\p{L}/u.test(before)) break
    remarks.unshift(text.trim())
    bare = before.replace(/[\s\-–/|,]+$/, '')
  }
  const front = remarkInFront.exec(bare)
  if (front) {
    remarks.unshift((front[1] ?? '').trim())
    bare = bare.slice(front[0].length)
  }
  if (remarks.length > 0) return { bare, remark: remarks.filter(Boolean).join(', ') }
  for (const found of name.matchAll(separator)) {
    const remark = name.slice(found.index + found[0].length)
    if (found.index > 0 && isClassOrNumber(remark)) return { bare: name.slice(0, found.index), remark }
  }
  return null
}
