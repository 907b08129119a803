import { latinDigits } from '~/language/language'
import { byWord } from './cells'

/** Roman numbers of the classes 1 to 12, in order. */
const romanNumbers = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ')

/** Class by number word; Hindi and Gujarati ordinals in each gender. */
const numberWords = new Map(
  [
    'one first एक पहली पहला प्रथम એક પહેલું પહેલી પ્રથમ',
    'two second दो दूसरी दूसरा द्वितीय બે બીજું બીજી દ્વિતીય',
    'three third तीन तीसरी तीसरा तृतीय ત્રણ ત્રીજું ત્રીજી તૃતીય',
    'four fourth चार चौथी चौथा चतुर्थ ચાર ચોથું ચોથી ચતુર્થ',
    'five fifth पांच पांचवीं पांचवी पांचवां पंचम પાંચ પાંચમું પાંચમી પંચમ',
    'six sixth छह छः छ छठी छठवीं छठवी छठा षष्ठ षष्ठम છ છઠ્ઠું છઠ્ઠી છઠું',
    'seven seventh सात सातवीं सातवी सातवां सप्तम સાત સાતમું સાતમી સપ્તમ',
    'eight eighth आठ आठवीं आठवी आठवां अष्टम આઠ આઠમું આઠમી અષ્ટમ',
    'nine ninth नौ नौवीं नौवी नवीं नवम નવ નવમું નવમી નવમ',
    'ten tenth दस दसवीं दसवी दसवां दशम દસ દસમું દસમી દશમ',
    'eleven eleventh ग्यारह ग्यारहवीं ग्यारहवी एकादश અગિયાર અગિયારમું અગિયારમી',
    'twelve twelfth बारह बारहवीं बारहवी द्वादश બાર બારમું બારમી',
  ].flatMap((words, index) => words.split(' ').map((word): [string, number] => [word, index + 1])),
)

/** Key of a preschool class by its spellings: `lkg` is `jrkg`. */
const preschoolKeys = byWord({
  jrkg: 'jrkg lkg juniorkg lowerkg kg1 kgi kg1st 1stkg',
  srkg: 'srkg ukg hkg seniorkg upperkg higherkg kg2 kgii kg2nd 2ndkg',
  nursery: 'nursery nur playgroup',
  prenursery: 'prenursery prenur',
  kg: 'kg kindergarten',
})

/** Keys of the preschool classes, in the order in which a child attends them. */
const preschoolOrder = ['prenursery', 'nursery', 'jrkg', 'kg', 'srkg']

/** Streams of classes 11 and 12. A stream belongs to the class: in `XII Sci A`, the section is A. */
const streams = byWord({
  science: 'sci science विज्ञान વિજ્ઞાન',
  commerce: 'com comm commerce वाणिज्य વાણિજ્ય',
  arts: 'art arts hum humanities कला કલા વિનયન',
  general: 'general gen સામાન્ય',
  vocational: 'voc vocational',
  pcm: 'pcm',
  pcb: 'pcb',
})
const firstClassWithStream = 11

/** Mediums of instruction and remarks after a class. They are not a section: `V (Eng)` is class 5, in English. */
const mediaAndRemarks = new Set(
  'eng english em guj gujarati gm hin hindi hm mar marathi urdu medium med new old rte tc repeater ગુજરાતી અંગ્રેજી હિન્દી हिंदी हिन्दी अंग्रेजी गुजराती मराठी माध्यम માધ્યમ'.split(
    ' ',
  ),
)
/** Words in brackets that are a part of the section: `A (Boys)`. */
const partsOfSection = new Set('boys boy girls girl coed co કુમાર કન્યા'.split(' '))

const classWords = new Set('std standard stnd class cls grade dhoran dhor kaksha ધોરણ ધો कक्षा'.split(' '))
const sectionWords = new Set('section sec div division varg વર્ગ वर्ग'.split(' '))
/** Endings of ordinal numbers: `6th`, `६वीं`, `૬ઠ્ઠું`. */
const ordinalEndings = new Set('st nd rd th वीं वी वां ठी मी મું મી ઠ્ઠું ઠ્ઠી ઠું ઠી'.split(' '))
const romanOrdinal = /^([ivx]+)(?:st|nd|rd|th)$/

interface Token {
  key: string
  from: number
  to: number
  /** True if no character is between this token and the previous one. */
  isGlued: boolean
}

/** Splits a text into numbers and words, with Latin digits and in lower case. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(/\p{N}+|(?:[\p{L}\p{M}]|\u200c|\u200d)+/gu)) {
    const from = match.index
    const key = match[0]
      .toLowerCase()
      .replace(/\u200c|\u200d/g, '')
      .replaceAll('ँ', 'ं')
    tokens.push({ key, from, to: from + match[0].length, isGlued: from > 0 && tokens.at(-1)?.to === from })
  }
  return tokens
}

/** Class at the start of the tokens: its key, and the index of the token after it. */
interface ClassAt {
  key: string
  next: number
  /** True if the class number is Roman: a Roman number may be torn in two, as in `V I` for VI. */
  isRoman: boolean
}

function numberAt(token: Token | undefined): { number: number; isRoman: boolean } | null {
  if (!token) return null
  if (/^\d{1,2}$/.test(token.key)) {
    const number = Number(token.key)
    return number >= 1 && number <= romanNumbers.length ? { number, isRoman: false } : null
  }
  const roman = romanNumbers.indexOf(romanOrdinal.exec(token.key)?.[1] ?? token.key) + 1
  if (roman > 0) return { number: roman, isRoman: true }
  const word = numberWords.get(token.key)
  return word === undefined ? null : { number: word, isRoman: false }
}

function classAt(tokens: readonly Token[], start: number): ClassAt | null {
  // Tries the most tokens first: `L.K.G.` has three, `Jr. KG` two.
  for (let end = Math.min(tokens.length, start + 4); end > start; end--) {
    const joined = tokens.slice(start, end).map(({ key }) => key)
    const key = preschoolKeys[joined.join('')]
    if (key !== undefined) return { key, next: end, isRoman: false }
  }
  const found = numberAt(tokens[start])
  if (!found) return null
  const { number, isRoman } = found
  let next = start + 1
  if (ordinalEndings.has(tokens[next]?.key ?? '')) next += 1
  if (isClassWord(tokens[next])) next += 1
  const stream = number >= firstClassWithStream ? streams[tokens[next]?.key ?? ''] : undefined
  return { key: `${number}${stream ?? ''}`, next: stream === undefined ? next : next + 1, isRoman }
}

const isClassWord = (token: Token | undefined) => token !== undefined && classWords.has(token.key)
const isSectionWord = (token: Token | undefined) => token !== undefined && sectionWords.has(token.key)

/** Class and section of one cell, as the file writes them; without a section, `sectionName` is empty. */
export interface ClassParts {
  className: string
  sectionName: string
  /** Key of the class; null for a class without a number, such as `Blue`. */
  key: string | null
}

/**
 * Why a cell has two readings. `torn`: a Roman number that contains a space (`V I`) or a digit (`1V`); `digits`: no
 * separator (`62`); `range`: two ascending numbers (`VI-VII`); `plus`: years after class 10 (`10+2`, `+2 Sci`);
 * `junior`: `Jr A`, without KG; `extra`: a medium, stream or remark (`V (Eng)`, `10th-B (Sci)`, `9 B [New]`).
 */
export type UnsureKind = 'torn' | 'digits' | 'range' | 'plus' | 'junior' | 'extra'

interface Parsed extends ClassParts {
  /** Second reading, as likely as the first. */
  other?: { kind: UnsureKind; parts: ClassParts }
}

/** Class and section as digits without a separator: `62` is 6 – 2, `101` is 10 – 1. */
const gluedDigits = /^(?:(1[0-2]|[1-9])([1-9]))$/
/** A Roman number with one letter directly after it: `VIA`, `XB`. */
const gluedRoman = /^(x?(?:ix|iv|v?i{0,3}))([a-h])$/
const yearsAfterTen = /^((?:std|standard|class)?\.?\s*)(?:10\s*)?\+\s*([12])(?!\d)(.*)$/i
const sessionYear = /^20\d{2}$/
/** From this number on, a section is unusual: `6-8` may be three classes, but `1-2` is a class with a section. */
const firstUnusualSection = 4
const romanWithDigits = /^(?=.*1)(?=.*[ivx])[1ivx]+$/
const juniorWords = byWord({ jrkg: 'jr junior', srkg: 'sr senior' })
const rangeWords = new Set('to and till upto થી અને તથા से और तक'.split(' '))

/**
 * Reads class and section of one cell. First splits at punctuation or a space if the left part is a class, so that
 * `V-I` is never VI, and `1-2` never 12.
 */
function parse(name: string): Parsed {
  // Removes `.0` of a number cell in a CSV file (`6.0`) and a session at the end, and separates the section in `6thA`.
  const text = latinDigits(name)
    .trim()
    .replace(/^(\d+)\.0+$/, '$1')
    .replace(/[\s,(]+20\d{2}\s*[-–/]\s*(?:20)?\d{2}\)?$/, '')
    .replace(/(\d(?:st|nd|rd|th))([a-h])$/i, '$1 $2')
    .replace(/^(x?(?:ix|iv|vi{0,3}|i{1,3})|x)([a-h])(?=\s*[([])/i, '$1 $2')
  const tokens = tokensOf(text)
  const sliceOf = (from: number, to: number) =>
    from >= to ? '' : withWholeBrackets(text.slice(tokens[from]?.from ?? 0, tokens[to - 1]?.to ?? 0))
  const whole: Parsed = { className: text, sectionName: '', key: null }
  const plus = yearsAfterTen.exec(text)
  if (plus) {
    const [, lead = '', years = '', rest = ''] = plus
    const { other: _, ...parts } = parse(text.replace('+', ' '))
    return { ...parts, other: { kind: 'plus', parts: partsOf(`${lead}${10 + Number(years)}${rest}`) } }
  }
  if (namesSeveralClasses(text)) return whole
  let start = 0
  // In Hindi, वर्ग before a number also means a class.
  while (isClassWord(tokens[start]) || (start === 0 && isSectionWord(tokens[0]) && numberAt(tokens[1]))) start += 1
  const found = classAt(tokens, start)
  if (found) {
    let rest = found.next
    while (isSectionWord(tokens[rest])) rest += 1
    const isMarked = rest > found.next
    if (rest >= tokens.length) return { className: sliceOf(0, found.next), sectionName: '', key: found.key }
    // Ignores a session at the end.
    if (sessionYear.test(tokens.at(-1)?.key ?? '')) return parse(text.slice(0, tokens.at(-2)?.to))
    const lastIsLetter = isOneLetter(tokens.at(-1)) && tokens.length - rest > 1 && !tokens.at(-1)?.isGlued
    // `6 EM A`: a medium or a stream belongs to the class, the letter is the section.
    if (lastIsLetter && !isMarked && !/^\d/.test(tokens[rest]?.key ?? '') && tokens[rest]?.key.length !== 1) {
      const end = tokens.length - 1
      const className = sliceOf(0, isSectionWord(tokens[end - 1]) ? end - 1 : end)
      return { className, sectionName: sliceOf(end, tokens.length), key: classKey(className) }
    }
    const parts = { className: sliceOf(0, found.next), sectionName: sliceOf(rest, tokens.length), key: found.key }
    const stream =
      tokens.length === rest + 2 && isOneLetter(tokens[rest]) ? streams[tokens[rest + 1]?.key ?? ''] : undefined
    if (stream !== undefined && /^1[12]$/.test(found.key)) {
      const className = `${parts.className} ${sliceOf(rest + 1, rest + 2)}`
      return { className, sectionName: sliceOf(rest, rest + 1), key: `${found.key}${stream}` }
    }
    const extra = extraAt(text, tokens, rest)
    if (extra) {
      const { from, to } = extra
      const words = tokens.slice(from, to).filter((token) => !isSectionWord(token))
      const className = `${parts.className} ${words.map((word) => text.slice(word.from, word.to)).join(' ')}`
      const key = `${found.key}${words.map((word) => word.key).join('')}`
      // `6 EM Gulab`: the medium before the section belongs to the class.
      if (from === rest && to < tokens.length) return { className, sectionName: sliceOf(to, tokens.length), key }
      const sectionName = sliceOf(rest, from)
      return { className, sectionName, key, other: { kind: 'extra', parts: { ...parts, sectionName } } }
    }
    const bare = text.slice(tokens[start]?.from).toLowerCase()
    if (romanWithDigits.test(bare) && romanNumbers.includes(bare.replaceAll('1', 'i')))
      return { ...parts, other: { kind: 'torn', parts: partsOf(text.replaceAll('1', 'I')) } }
    const torn = `${tokens[start]?.key}${tokens[rest]?.key}`
    const gap = text.slice(tokens[rest - 1]?.to, tokens[rest]?.from)
    const isTorn =
      found.isRoman &&
      found.next === start + 1 &&
      rest === start + 1 &&
      tokens.length === rest + 1 &&
      /^\s+$/.test(gap) &&
      romanNumbers.includes(torn)
    const isPair = !isMarked && found.next === start + 1 && tokens.length === rest + 1
    if (!isTorn && isPair && isRising(tokens[start], tokens[rest])) {
      const className = `${parts.className} to ${parts.sectionName}`
      return { ...parts, other: { kind: 'range', parts: { className, sectionName: '', key: null } } }
    }
    if (!isTorn) return parts
    const joined = `${sliceOf(start, start + 1)}${sliceOf(rest, rest + 1)}`
    return { ...parts, other: { kind: 'torn', parts: { className: joined, sectionName: '', key: classKey(joined) } } }
  }
  const only = tokens.length === start + 1 ? tokens[start] : undefined
  const roman = only && gluedRoman.exec(only.key)
  if (only && roman?.[1]) {
    const end = only.from + roman[1].length
    const number = romanNumbers.indexOf(roman[1]) + 1
    if (number > 0)
      return { className: text.slice(0, end).trim(), sectionName: text.slice(end, only.to), key: String(number) }
  }
  const digits = only && gluedDigits.exec(only.key)
  if (digits) {
    const [, number = '', section = ''] = digits
    return { ...whole, other: { kind: 'digits', parts: { className: number, sectionName: section, key: number } } }
  }
  const parts = lettered(text, tokens, start) ?? whole
  const junior = juniorWords[tokens[start]?.key ?? '']
  const section = tokens[start + 1]
  if (junior === undefined || tokens.length > start + 2 || (section && !isOneLetter(section))) return parts
  const className = `${sliceOf(0, start + 1)} KG`
  return {
    ...parts,
    other: { kind: 'junior', parts: { className, sectionName: section ? parts.sectionName : '', key: junior } },
  }
}

/** Closes a bracket that a slice opens but does not close, and removes a closing bracket that it does not open. */
function withWholeBrackets(slice: string): string {
  const closed = slice.includes('(') && !slice.includes(')') ? `${slice})` : slice
  const both = closed.includes('[') && !closed.includes(']') ? `${closed}]` : closed
  const opened = both.includes('(') ? both : both.replaceAll(')', '')
  return opened.includes('[') ? opened : opened.replaceAll(']', '')
}

/**
 * Range of the tokens after a class that name a medium, stream or remark: known words, and after a section also
 * anything in brackets. Null if there is none.
 */
function extraAt(text: string, tokens: readonly Token[], rest: number): { from: number; to: number } | null {
  const isInBrackets = (index: number) => /[([{]/.test(text.slice(tokens[index - 1]?.to, tokens[index]?.from))
  const isWord = ({ key }: Token) => mediaAndRemarks.has(key) || streams[key] !== undefined
  const from = tokens.findIndex(
    (token, index) =>
      index >= rest && (isWord(token) || (index > rest && isInBrackets(index) && !partsOfSection.has(token.key))),
  )
  if (from < 0) return null
  const after = tokens.findIndex((token, index) => index > from && !isWord(token) && !isSectionWord(token))
  return { from, to: from > rest || after < 0 ? tokens.length : after }
}

function partsOf(text: string): ClassParts {
  const { other: _, ...parts } = parse(text)
  return parts
}

/**
 * Returns true for two ascending numbers that may be the first and last of several classes: both Roman, or both not
 * Roman and the second at least `firstUnusualSection`.
 */
function isRising(first: Token | undefined, second: Token | undefined): boolean {
  const [from, to] = [numberAt(first), numberAt(second)]
  if (!from || !to || from.isRoman !== to.isRoman) return false
  return to.number > from.number && (to.isRoman || to.number >= firstUnusualSection)
}

/** Returns true for `6 to 8` and `VI & VII`, which cannot be the class of one student. */
export function namesSeveralClasses(name: string): boolean {
  const text = latinDigits(name)
  const tokens = tokensOf(text).filter((token) => !isClassWord(token) && !ordinalEndings.has(token.key))
  const [first, ...rest] = tokens
  const last = rest.pop()
  if (!numberAt(first) || !last || !numberAt(last)) return false
  const gap = text.slice(first?.to, last.from)
  return (
    rest.every(({ key }) => rangeWords.has(key)) && (rest.length === 1 || /^(?:st|nd|rd|th)?\s*[&,+]\s*$/i.test(gap))
  )
}

const isOneLetter = (token: Token | undefined) => token !== undefined && /^\p{L}\p{M}*$/u.test(token.key)

/** Parses a class without a number whose section is a letter (`Blue - A`), or a section before the class (`A-6`). */
function lettered(text: string, tokens: readonly Token[], start: number): ClassParts | null {
  const [first] = tokens
  const last = tokens.at(-1)
  if (tokens.length < 2 || !first || !last) return null
  if (isSectionWord(first)) {
    const at = tokens.findIndex((token, index) => index > 1 && isClassWord(token))
    const found = at < 0 ? null : classAt(tokens, at + 1)
    if (found?.next === tokens.length)
      return {
        className: text.slice(tokens[at]?.from),
        sectionName: text.slice(tokens[1]?.from, tokens[at - 1]?.to),
        key: found.key,
      }
  }
  if (isOneLetter(first) && !last.isGlued) {
    const found = classAt(tokens, 1 + Number(isClassWord(tokens[1])))
    if (found?.next === tokens.length)
      return {
        className: text.slice(tokens[1]?.from, last.to),
        sectionName: text.slice(first.from, first.to),
        key: found.key,
      }
  }
  const isSplit = isOneLetter(last) && !last.isGlued && tokens.length - start > 1
  if (!isSplit) return null
  const marked = isSectionWord(tokens.at(-2)) ? 1 : 0
  const end = tokens.at(-2 - marked)
  if (!end) return null
  return { className: text.slice(0, end.to), sectionName: text.slice(last.from, last.to), key: null }
}

/**
 * Key of a name without a known number. Keeps a hyphen between two numbers, also Roman ones, so that `1-2` does not
 * become 12.
 */
function plainKey(name: string): string {
  const tokens = tokensOf(latinDigits(name))
  const bare = tokens.filter((token, index) => !(isClassWord(token) && (index === 0 || index === tokens.length - 1)))
  return bare
    .map(({ key }, index) => (numberAt(bare[index]) && index > 0 && numberAt(bare[index - 1]) ? `-${key}` : key))
    .join('')
}

/** Common key of all names of one class: `Std. 6`, `VI`, `6th`, `Sixth` and `Class 6` are all `6`. */
export function classKey(name: string): string {
  const { key, sectionName } = parse(name)
  return key !== null && sectionName === '' ? key : plainKey(name)
}

/** Common key of all names of one section: `Div. A`, `(A)` and `a` are all `a`. */
export function sectionKey(name: string): string {
  const tokens = tokensOf(latinDigits(name).replace(/^(\d+)\.0+$/, '$1'))
  const first = isSectionWord(tokens[0]) && tokens.length > 1 ? 1 : 0
  return tokens
    .slice(first)
    .map(({ key }) => key)
    .join('')
}

/** Splits `6-A`, `VI A`, `6(A)` or `STD-6 DIV-A` into class and section. Null if the cell has only one of the two. */
export function splitClassSection(text: string): { className: string; sectionName: string } | null {
  const { className, sectionName } = parse(text)
  return sectionName === '' ? null : { className, sectionName }
}

/** Two readings of one cell: with a section, and as a class alone. */
export interface UnsureClass {
  kind: UnsureKind
  split: ClassParts
  whole: ClassParts
}

/** Returns both readings of an ambiguous cell such as `V I` or `62`; null for any other cell. */
export function unsureClass(text: string): UnsureClass | null {
  const { other, ...parts } = parse(text)
  if (!other) return null
  return other.kind === 'digits' || other.kind === 'extra'
    ? { kind: other.kind, split: other.parts, whole: parts }
    : { kind: other.kind, split: parts, whole: other.parts }
}

const monthAndDay =
  /^(?:\d{1,2}[-/ ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-/ ]\d{1,4})$/i
const dayMonthYear = /^(?:(?:\d{1,2}[-/]){1,2}\d{4}|\d{4}-\d{2}-\d{2}.*)$/

/**
 * Returns true for `02-Jan`, `Jan-06` and `1-2-2026`: a spreadsheet may have turned a class such as `1-2` into a date.
 */
export function looksLikeDate(text: string): boolean {
  return monthAndDay.test(text.trim()) || dayMonthYear.test(text.trim())
}

/** Name of a class to be created: the file's own words, a bare number prefixed with `Class`. */
export function newClassName(name: string): string {
  const bare = name
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^([\p{L}\p{M}]+)\s?[-:]\s?(?=\p{N}|[IVX]+$)/u, '$1 ')
  return /^\p{N}{1,2}$/u.test(bare) ? `Class ${Number(latinDigits(bare))}` : bare
}

/** Removes the class from a section that repeats it: `6-B` in class VI is B. Returns other texts unchanged. */
export function sectionInClass(key: string, sectionName: string): string {
  const parts = parse(sectionName)
  const isRepeated = parts.key === key && parts.sectionName !== '' && !parts.other
  // Keeps `A-1` in class 1: with the letter first, it may be the section's name.
  return isRepeated && latinDigits(sectionName.trim()).startsWith(parts.className) ? parts.sectionName : sectionName
}

/** Name of a section to be created; a single lower-case letter is capitalized. */
export function newSectionName(name: string): string {
  const text = name.trim().replace(/^(\p{N}+)\.0+$/u, '$1')
  const tokens = tokensOf(text)
  const first = isSectionWord(tokens[0]) && tokens.length > 1 ? tokens[1] : tokens[0]
  const bare = withWholeBrackets(text.slice(first?.from ?? 0, tokens.at(-1)?.to ?? text.length) || text)
  return /^[a-z]$/.test(bare) ? bare.toUpperCase() : bare
}

/**
 * Year of school in a class name, and the text after it (a stream): `11 Science` is year 11 with `science`. Nursery to
 * UKG are negative, so that they come before 1. Null if the name has no year.
 */
function yearOf(name: string): { year: number; rest: string } | null {
  const tokens = tokensOf(latinDigits(name))
  const start = isClassWord(tokens[0]) ? 1 : 0
  const found = classAt(tokens, start)
  const rest = tokens.slice(found?.next).map(({ key }) => key)
  if (!found) {
    const number = /^\d{1,2}$/.exec(tokens[start]?.key ?? '')
    return (
      number && {
        year: Number(number[0]),
        rest: tokens
          .slice(start + 1)
          .map(({ key }) => key)
          .join(''),
      }
    )
  }
  const [, number, stream = ''] = /^(\d+)?(.*)$/.exec(found.key) ?? []
  if (number !== undefined) return { year: Number(number), rest: [stream, ...rest].join('') }
  const before = preschoolOrder.indexOf(found.key)
  return { year: before - preschoolOrder.length, rest: rest.join('') }
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

/** Number in the name of a class, 0 for a preschool class; null if the name has none. */
export function numberOfClass(name: string): number | null {
  const classYear = yearOf(name)
  return classYear && Math.max(0, classYear.year)
}
