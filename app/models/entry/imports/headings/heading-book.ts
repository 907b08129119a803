import { languages } from '~/language/language'
import type { ImportKind } from '../options'
import { looseKey } from '../values/cells'
import { ambiguousAttendanceHeadings, attendanceHeadings, otherAttendanceHeadings } from './attendance-headings'
import {
  ambiguousGuardianHeadings,
  guardianHeadings,
  otherGuardianHeadings,
  studentOfRowHeadings,
} from './guardian-headings'
import type { AmbiguousHeading, FieldHeadings, HeadingsByKey, ValueKind } from './heading-fields'
import {
  ambiguousOpeningDueHeadings,
  ambiguousPaidFeeHeadings,
  openingDueHeadings,
  otherOpeningDueHeadings,
  otherPaidFeeHeadings,
  paidFeeHeadings,
} from './money-headings'
import {
  addressHeadings,
  ambiguousStudentHeadings,
  familyHeadings,
  otherStudentHeadings,
  studentHeadings,
} from './student-headings'
import { ambiguousTeacherHeadings, otherTeacherHeadings, teacherHeadings } from './teacher-headings'
import { commonKey, foldScript, splitGlued, wordsOfHeading } from './words'

interface KindHeadings {
  fields: HeadingsByKey
  ambiguous: readonly AmbiguousHeading[]
  /** Headings that are known and not imported, separated by commas. */
  other: string
  /** Keys of the student's own fields in a row about another person; absent if the row is about the student. */
  ofStudent?: readonly string[]
}

const headingsByKind: Record<ImportKind, KindHeadings> = {
  students: {
    fields: { ...studentHeadings, ...familyHeadings, ...addressHeadings },
    ambiguous: ambiguousStudentHeadings,
    other: otherStudentHeadings,
  },
  guardians: {
    fields: guardianHeadings,
    ambiguous: ambiguousGuardianHeadings,
    other: otherGuardianHeadings,
    ofStudent: Object.keys(studentOfRowHeadings),
  },
  teachers: {
    fields: teacherHeadings,
    ambiguous: ambiguousTeacherHeadings,
    other: otherTeacherHeadings,
    ofStudent: [],
  },
  attendance_months: {
    fields: attendanceHeadings,
    ambiguous: ambiguousAttendanceHeadings,
    other: otherAttendanceHeadings,
  },
  opening_dues: { fields: openingDueHeadings, ambiguous: ambiguousOpeningDueHeadings, other: otherOpeningDueHeadings },
  marks: { fields: {}, ambiguous: [], other: '' },
  paid_fees: { fields: paidFeeHeadings, ambiguous: ambiguousPaidFeeHeadings, other: otherPaidFeeHeadings },
}

/** How certainly a heading names a field. */
export type Grade = 'learned' | 'label' | 'synonym' | 'filler' | 'part' | 'typo' | 'ambiguous' | 'weak'

export type HeadingMeaning =
  | { candidates: ReadonlyArray<{ key: string; grade: Grade }>; ambiguity?: AmbiguousHeading }
  /** A known heading that is not imported. */
  | 'other'

type Entry = HeadingMeaning

export interface HeadingBook {
  read: (heading: string) => HeadingMeaning | null
  holds: (key: string) => ValueKind
  /** All headings with their meanings; a test checks that each heading has only one. */
  entries: ReadonlyArray<{ heading: string; exact: string; common: string; meaning: string }>
}

const listOf = (headings = '') =>
  headings
    .split(',')
    .map((heading) => heading.trim())
    .filter(Boolean)

const exactKey = (heading: string) => looseKey(foldScript(heading))
const persons = new Set(['father', 'mother', 'guardian', 'parent', 'teacher', 'student', 'employee', 'emergency'])
const brackets = /[([{](.*?)[)\]}]/g
/** Endings of a heading that add nothing, as forms have them: `GR number of your ward`, `Address with PIN code`. */
const endOfStudent = /\s+(?:of|for)\s+(?:the\s+|your\s+)?(?:student|child|ward|pupil|candidate)s?\s*$/i
const withMore = /\s+with\s+(?:pin\s?code|pin|std\s?code|area\s?code|country\s?code)\s*$/i
/** Shorter words are corrected only when two letters are swapped (`Nmae`), others also when one letter is wrong. */
const safeWordLength = 5
const minWordLength = 4

function build(
  { fields, ambiguous, other, ofStudent }: KindHeadings,
  labels: ReadonlyMap<string, string>,
): HeadingBook {
  const exact = new Map<string, Entry>()
  const common = new Map<string, Entry>()
  const entries: Array<HeadingBook['entries'][number]> = []
  /** If a heading has several meanings, the first one added counts: labels, then ambiguous words, then synonyms. */
  const add = (heading: string, entry: Entry, meaning: string) => {
    const [exactly, key] = [exactKey(heading), commonKey(wordsOfHeading(heading).words)]
    entries.push({ heading, exact: exactly, common: key, meaning })
    if (exactly !== '' && !exact.has(exactly)) exact.set(exactly, entry)
    if (!common.has(key)) common.set(key, entry)
  }
  const one = (key: string, grade: Grade): Entry => ({ candidates: [{ key, grade }] })
  for (const item of ambiguous)
    for (const heading of listOf(item.words)) {
      const candidates = item.keys.filter(Boolean).map((key) => ({ key, grade: 'ambiguous' as const }))
      add(heading, { candidates, ambiguity: item }, `ambiguous: ${item.keys.join(', ')}`)
    }
  for (const [key, label] of labels) if (!exact.has(exactKey(label))) add(label, one(key, 'label'), key)
  const synonymsOf = (field: FieldHeadings) =>
    [...languages.map((language) => field[language]), field.portals, field.programs].flatMap(listOf)
  for (const [key, field] of Object.entries(fields)) {
    if (!labels.has(key)) continue
    for (const heading of synonymsOf(field)) add(heading, one(key, 'synonym'), key)
    for (const heading of listOf(field.weak)) add(heading, one(key, 'weak'), key)
  }
  for (const heading of listOf(other)) add(heading, 'other', 'other')

  const vocabulary = new Set([...common.keys()].flatMap((key) => key.split(' ')))
  const corrected = (word: string): string => {
    if (word.length < minWordLength || vocabulary.has(word) || !/^[a-z]+$/.test(word)) return word
    const near = [...vocabulary].filter(
      (other) =>
        other.length >= minWordLength &&
        (isSwapped(word, other) || (other.length >= safeWordLength && isNear(word, other))),
    )
    return near.length === 1 ? (near[0] ?? word) : word
  }

  const lookUp = (heading: string, words = wordsOfHeading(heading)): Entry | undefined =>
    heading === ''
      ? undefined
      : (exact.get(exactKey(heading)) ??
        demoted(common.get(commonKey(words.words)), words.fillers > 0 ? 'filler' : null))

  const read = (heading: string): HeadingMeaning | null => {
    const whole = lookUp(heading) ?? (heading.includes(' ') ? undefined : lookUp(splitGlued(heading) ?? ''))
    if (whole) return whole
    const inside = [...heading.matchAll(brackets)].map(([, text = '']) => text)
    if (inside.length > 0) {
      const outside = heading.replace(brackets, ' ')
      const [outer, inner] = [wordsOfHeading(outside), inside.flatMap((text) => wordsOfHeading(text).words)]
      const people = inner.filter((word) => persons.has(word) && !outer.words.includes(word))
      // `Mobile (Father)` is the father's; `Mobile (Student/Parent)` does not name one person.
      const isOfPerson = new Set(people).size === 1
      const found = isOfPerson
        ? common.get(commonKey([...outer.words, ...inner]))
        : (lookUp(outside, outer) ?? demoted(common.get(commonKey([...outer.words, ...inner])), 'filler'))
      if (found) return found
      if (isOfPerson) return null
      const translated = inside.map((text) => lookUp(text)).find(Boolean)
      if (translated) return demoted(translated, 'part') ?? null
    }
    const parts = heading.split(/[/|\n–]|\s-\s/).filter((part) => exactKey(part) !== '')
    const known = parts.length > 1 ? parts.map((part) => lookUp(part)) : []
    if (known.some(Boolean)) {
      const candidates = known.flatMap((entry) => (entry && entry !== 'other' ? entry.candidates : []))
      const keys = [...new Set(candidates.map(({ key }) => key))]
      if (keys.length === 0) return 'other'
      return { candidates: keys.map((key) => ({ key, grade: keys.length > 1 ? 'weak' : 'part' })) }
    }
    const short = heading.replace(endOfStudent, '').replace(withMore, '')
    const found = short === heading || exactKey(short) === '' ? undefined : demoted(lookUp(short), 'filler')
    // `Mobile number of child` in a list of guardians is not the guardian's.
    const isOfStudent = (key: string) => !ofStudent || !endOfStudent.test(heading) || ofStudent.includes(key)
    if (found === 'other' || found?.candidates.every(({ key }) => isOfStudent(key))) return found
    const { words } = wordsOfHeading(heading)
    const mended = words.map(corrected)
    return mended.some((word, index) => word !== words[index])
      ? (demoted(common.get(commonKey(mended)), 'typo') ?? null)
      : null
  }
  const remembered = new Map<string, HeadingMeaning | null>()
  return {
    read: (heading) => {
      const known = remembered.get(heading)
      if (known !== undefined) return known
      const meaning = read(heading)
      if (remembered.size < 2_000) remembered.set(heading, meaning)
      return meaning
    },
    holds: (key) => fields[key]?.holds ?? 'text',
    entries,
  }
}

/** Lowers the grade of a label or synonym to `grade`; the other grades are already lower and stay. */
function demoted(entry: Entry | undefined, grade: Grade | null): Entry | undefined {
  if (!entry || entry === 'other' || grade === null) return entry
  return {
    ...entry,
    candidates: entry.candidates.map((one) =>
      one.grade === 'label' || one.grade === 'synonym' ? { ...one, grade } : one,
    ),
  }
}

/** The parts in which two words differ. */
function difference(one: string, other: string): [string, string] {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)]
}

/** Returns true when one letter is added, missing or changed. */
function isNear(one: string, other: string): boolean {
  if (one.length < safeWordLength || Math.abs(one.length - other.length) > 1) return false
  return difference(one, other).every((part) => part.length <= 1)
}

/** Returns true when two neighbouring letters are swapped. */
function isSwapped(one: string, other: string): boolean {
  const [left, right] = difference(one, other)
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

const books = new Map<ImportKind, HeadingBook>()

type Labelled = { key: string; label: string; wide?: object }

/**
 * Known headings of a kind of import, with the labels of its columns. The columns of a wide sheet (`wide`) have
 * headings of their own.
 */
export function headingBook(kind: ImportKind, specs: readonly Labelled[]): HeadingBook {
  const known = books.get(kind)
  if (known) return known
  const book = build(
    headingsByKind[kind],
    new Map(specs.flatMap(({ key, label, wide }) => (wide ? [] : [[key, label] as const]))),
  )
  books.set(kind, book)
  return book
}

/** All known headings of a kind of import: a file's separator is the one that yields the most of them. */
export function knownHeadings(kind: ImportKind, specs: readonly Labelled[]): string[] {
  return headingBook(kind, specs).entries.map(({ heading }) => heading)
}
