import { latinDigits } from '~/language/language'
import { headingBook } from './headings/heading-book'
import { moneyRole } from './headings/money-roles'
import { withDaysHeld } from './headings/month-headings'
import { isAmountLike, isDayLike } from './match/value-fit'
import type { ImportKind } from './options'
import { looseKey } from './values/cells'
import { isWideColumnKey, type WideColumns } from './wide-columns'

/** A column that a kind of import understands. */
export interface ColumnSpec {
  key: string
  /** Heading in the template and in the file of rejected rows. Other headings are in `headings/`. */
  label: string
  /** `always`: every row needs the column; `new`: only new records need it. */
  needed?: 'always' | 'new'
  example: string
  /** Description of the allowed values. */
  allowed?: string
  /** Stored encrypted and never shown again (Aadhaar). */
  secret?: true
  /** Allowed values, if limited: a user may map other words to them. */
  choices?: readonly string[]
  /** Not in the template: only files from other programs have it. */
  isOnlyRead?: true
  /** The user may enter one value for all rows of a file that lacks the column; never for names, ids or amounts. */
  sameForAll?: true
  /**
   * Describes the columns of a sheet that has several columns for this field, such as one for each month. The check
   * combines their cells into this column.
   */
  wide?: WideColumns
}

/**
 * How sure the reading of a column is. `certain`: by its heading, and the values do not contradict it; `likely`: the
 * heading or the values leave little doubt; `unsure`: the user is asked; `chosen`: the user has decided.
 */
export type Confidence = 'certain' | 'likely' | 'unsure' | 'chosen'

/** Reason why a column is unclear; it decides the sentence of the question to the user. */
export type ColumnDoubt =
  /** The heading means different things in different files. */
  | 'heading'
  /** The heading is clear, but the values do not fit it. */
  | 'values'
  /** The heading is unknown, but the values look like a field that is missing. */
  | 'looks-like'
  /** The values are names of fees that students of the school owe. */
  | 'names-of-dues'
  /** The heading is unknown, but the values look like names of fees that the school does not have. */
  | 'names-of-fees'
  /** Another column has the same heading and other values. */
  | 'repeated'
  /** The surname seems to come first. */
  | 'name-order'
  /** Nothing shows whether the surname comes first or last. */
  | 'any-name-order'
  /** Another column has amounts too, and they differ. */
  | 'amounts'

/** Records that the column at this index is unclear, with its possible fields, the most likely first. */
export type Unsure = (index: number, keys: string[], doubt: ColumnDoubt) => void

/** How a column was read: its field, or the possible ones. */
export interface ColumnReading {
  confidence: Confidence
  /** The field; for an unsure column the possible ones, the most likely first. */
  keys: string[]
  doubt?: ColumnDoubt
}

export interface SheetColumn {
  /** Position in the file, from 0. */
  index: number
  heading: string
  /** First texts below the heading, to help the user choose; empty for a secret column. */
  samples: string[]
  /** How the column was read; absent for one without a known meaning. */
  reading?: ColumnReading
}

export interface Heading {
  /**
   * Index of the row of headings in the sheet, the last one of several. Without headings, the row above the data: -1 if
   * the data begin in the first row.
   */
  row: number
  /** Number of lines above the headings. */
  above: number
  columns: SheetColumn[]
}

/**
 * Index of the file's column by the key of our column; columns that the file lacks have no key. A file with a column
 * for each fee or month also has the keys of `wideColumnKey`.
 */
export type ColumnChoice = Record<string, number>

/** Columns of a file as they were understood. */
export interface ColumnMatch {
  choice: ColumnChoice
  /** By the index of the column; absent for ignored columns. */
  readings: ReadonlyMap<number, ColumnReading>
}

const rowsLookedAt = 30
const samplesShown = 3
const maxHeadingLength = 120

/**
 * Normalizes a heading for comparison: drops punctuation, marks for required fields, and text in brackets unless it
 * names a person: `Mobile (Father)`.
 */
export function headingKey(heading: string): string {
  const bare = heading.replace(/[([{](.*?)[)\]}]/g, (all, text: string) => (personInBrackets.test(text) ? all : ''))
  return looseKey(bare) || looseKey(heading)
}

const personInBrackets = /^\W*(?:father|mother|guardian|parent|teacher)\W*$/i

/**
 * Finds the row of headings: among the first rows the one with the most known headings, or the first row with several
 * texts if none is known. Titles, addresses and empty lines may precede it.
 */
export function findHeading(
  rows: ReadonlyArray<readonly string[]>,
  kind: ImportKind,
  specs: readonly ColumnSpec[],
): Heading {
  const { read } = headingBook(kind, specs)
  let best = { row: 0, score: 0 }
  for (const [row, cells] of rows.slice(0, rowsLookedAt).entries()) {
    const meanings = cells.flatMap((cell) => (cell === '' || cell.length > maxHeadingLength ? [] : (read(cell) ?? [])))
    const keys = new Set(meanings.flatMap((meaning) => (meaning === 'other' ? [] : (meaning.candidates[0]?.key ?? []))))
    const others = meanings.filter((meaning) => meaning === 'other').length
    // A heading that is known but not imported counts less than the heading of a field.
    const score = keys.size + (keys.size > 0 ? Math.min(others, keys.size) / 4 : 0)
    if (score > best.score) best = { row, score }
  }
  const filled = (cells: readonly string[] = []) => cells.filter(Boolean).length
  // A single known word such as “Paid” is a value, not a heading, if a row above has at least as many cells.
  const isValue = best.score < 2 && rows.slice(0, best.row).some((cells) => filled(cells) >= filled(rows[best.row]))
  const first = Math.max(
    0,
    rows.findIndex((cells) => filled(cells) > 1),
  )
  const isFound = best.score > 0 && !isValue
  // If the first row has a day or a long number, the file has no headings, and this row is data.
  const isHeadless = !isFound && (rows[first] ?? []).some((cell) => isDayLike(cell) || /\d{4}/.test(latinDigits(cell)))
  const found = isFound ? best.row : isHeadless ? first - 1 : first
  const isWide = specs.some(({ wide }) => wide)
  const joined = isWide && !isHeadless ? joinedHeadings(rows, found, kind) : null
  const named = joined?.headings ?? withGroups(rows, found)
  const lowest = joined?.row ?? found
  const months = kind === 'attendance_months' && !isHeadless ? withDaysHeld(rows, lowest, named) : null
  const row = lowest + (months?.below ?? 0)
  const below = rows.slice(row + 1, row + 20)
  const width = Math.max(isHeadless ? 0 : (rows[row]?.length ?? 0), ...below.map((cells) => cells.length))
  const headings = isHeadless ? [] : (months?.headings ?? named)
  const columns = Array.from({ length: width }, (_, index) => ({
    index,
    heading: headings[index] ?? '',
    samples: below.flatMap((cells) => cells[index] || []).slice(0, samplesShown),
  }))
  const above = Math.max(0, joined?.above ?? lowest)
  return { row, above, columns: columns.filter((column) => column.heading !== '' || column.samples.length > 0) }
}

/**
 * Returns the headings of a row. A repeated heading, such as Name under Father and under Mother, gets the person from
 * the row above as a prefix. In the row above, only the first of several merged cells has a text.
 */
function withGroups(rows: ReadonlyArray<readonly string[]>, row: number): string[] {
  const headings = [...(rows[row] ?? [])]
  const above = rows[row - 1] ?? []
  const isRepeated = (heading: string) => heading !== '' && headings.filter((other) => other === heading).length > 1
  if (above.filter(Boolean).length < 2 || !headings.some(isRepeated)) return headings
  let group = ''
  return headings.map((heading, index) => {
    group = above[index] || group
    return isRepeated(heading) && groupOfPerson.test(group) ? `${group} ${heading}` : heading
  })
}

const groupOfPerson = /^\W*(?:student|father|mother|guardian|વિદ્યાર્થી|પિતા|માતા|વાલી|छात्र|विद्यार्थी|पिता|माता|अभिभावक)/iu

/**
 * Returns headings written in two lines, such as Tuition, Transport and Total under Pending; null if neither the line
 * below nor the line above belongs to the headings. Uses the lower line, or the upper line where the lower is empty.
 * Joins both where the lower one is repeated, or where the upper one changes its meaning (Paid).
 */
function joinedHeadings(
  rows: ReadonlyArray<readonly string[]>,
  row: number,
  kind: ImportKind,
): { row: number; above: number; headings: string[] } | null {
  for (const top of [row, row - 1]) {
    const [upper = [], lower = []] = [rows[top], rows[top + 1]]
    if (!areTwoLines(upper, lower)) continue
    // Ignores a text above the first column: it is a title.
    let group = ''
    const width = Math.max(upper.length, lower.length)
    const headings = Array.from({ length: width }, (_, index) => {
      const [own = '', above = ''] = [lower[index], upper[index]]
      group = (index > 0 && above) || (own === '' ? '' : group)
      if (own === '' || own === above) return above
      const isRepeated = lower.filter((other) => other === own).length > 1
      const role = moneyRole(group)
      const isOther = role === 'less' || (role === 'paid' && kind === 'opening_dues')
      return group !== '' && (isRepeated || isOther) ? `${group} ${own}` : own
    })
    return { row: top + 1, above: top, headings }
  }
  return null
}

/** Returns true if the lower line contains only the headings of columns below the groups of the upper line. */
function areTwoLines(upper: readonly string[], lower: readonly string[]): boolean {
  const isGroup = (index: number) =>
    Boolean(upper[index] && !upper[index + 1] && lower[index] && lower[index + 1] && lower[index] !== upper[index])
  const filled = lower.flatMap((cell, index) => (cell === '' ? [] : [index]))
  return (
    upper.filter(Boolean).length > 1 &&
    filled.some(isGroup) &&
    filled.every((index) => {
      const [cell = '', above] = [lower[index], upper[index]]
      const isText = cell.length <= maxHeadingLength && !isAmountLike(cell) && !isDayLike(cell) && !/\d{4}/.test(cell)
      return isText && (!above || above === cell || isGroup(index))
    })
  )
}

/** The file's columns that are not imported, kept for the file of rejected rows. */
export function ownColumns(columns: readonly SheetColumn[], choice: ColumnChoice): ColumnSpec[] {
  const used = new Set(Object.entries(choice).flatMap(([key, index]) => (isWideColumnKey(key) ? [] : [index])))
  return columns
    .filter(({ index }) => !used.has(index))
    .map(({ index, heading }) => ({
      key: `own_${index}`,
      example: '',
      label: heading || `Column ${columnLetter(index)}`,
    }))
}

/** A column's name as in a spreadsheet: A, B, … Z, AA. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last
}

const totals = /^(?:(?:grand|sub|net|page)[\s-]*)?total\b|^(?:કુલ|कुल|योग|એકંદર)(?:\s|$)/i

/** Lines below a list: counts, who prepared it, and signatures. */
const belowLists = [
  /^(?:no\.?\s*of\s*)?(?:boys?|girls?|males?|females?|students?|strength|present|absent)\s*[:=–-]\s*\d+\.?$/i,
  /^(?:prepared|checked|verified|approved|printed|generated|submitted|compiled|entered|signed|certified|issued)\s+(?:by|on|at)\b/i,
  /^(?:signature|sign|seal|stamp|place|date|note|report\s+date|page)\s*(?:[:.]|no\b|\d|of\b|and\b|&|\/|$)/i,
  /^(?:(?:signature|sign|seal)\s*(?:of|:)?\s*(?:the\s+)?)?(?:class\s*teacher|teacher|principal|vice[\s-]*principal|head\s*(?:master|mistress|clerk)|clerk|office\s+clerk|accountant|cashier|supervisor|admin(?:istrator)?)(?:['’]?s)?\s*(?:signature|sign|seal)?\s*(?::.*|\.?\s*_*)$/i,
  /^(?:તૈયાર કરનાર|સહી|આચાર્ય|વર્ગ શિક્ષક|તારીખ|સ્થળ|छात्र संख्या|हस्ताक्षर|प्रधानाचार्य|कक्षा अध्यापक|दिनांक|स्थान)\s*(?:[:.].*|[_.]*)$/u,
  /^[_.\-\s]{3,}$/,
]
const maxCellsBelow = 4

/** Returns true for a cell without a word of three letters: a number, perhaps with `Rs` or `Dr`. */
const isFigure = (cell: string) => !/\p{L}{3}/u.test(cell)

/**
 * Returns true for a line that is not a row of the list: totals, a text below the list, a repeated heading or a blank
 * line.
 */
export function isNoRow(cells: readonly string[], headings: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length === 0) return true
  const [first = '', ...others] = filled
  const hasFewCells = filled.length <= Math.max(3, headings.length / 3)
  if (totals.test(first) && (hasFewCells || others.every(isFigure))) return true
  const isBelow = (cell: string) => belowLists.some((pattern) => pattern.test(cell))
  if (headings.length > 1 && filled.length <= Math.min(maxCellsBelow, headings.length - 1) && filled.every(isBelow))
    return true
  return filled.length > 1 && cells.every((cell, index) => cell === (headings[index] ?? ''))
}
