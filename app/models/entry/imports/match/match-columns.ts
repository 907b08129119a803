import { latinDigits } from '~/language/language'
import {
  type ColumnChoice,
  type ColumnMatch,
  type ColumnReading,
  type ColumnSpec,
  type Heading,
  headingKey,
  isNoRow,
  type SheetColumn,
  type Unsure,
} from '../columns'
import { type Grade, type HeadingBook, headingBook } from '../headings/heading-book'
import type { ValueKind } from '../headings/heading-fields'
import { namesPaise } from '../headings/money-roles'
import type { ImportKind } from '../options'
import { foldKey, looseKey } from '../values/cells'
import { isWideColumnKey, replacedKeys } from '../wide-columns'
import { assign } from './assign'
import { decideMoney } from './money-columns'
import { areSides, isVoucher, readReceiptNumbers, readSides } from './money-sides'
import { findMonthColumns } from './month-columns'
import { askForNameOrder } from './name-order'
import { fitOf, isSerial, mayBePerson, namesFee, noFacts, type SchoolFacts, tellingWeight } from './value-fit'
import { findFeeColumns } from './wide-sheet'

type Cells = ReadonlyArray<readonly string[]>

interface Profile {
  column: SheetColumn
  cells: readonly string[]
  candidates: Array<{ key: string; grade: Grade }>
}

const gradePoints: Record<Grade, number> = {
  learned: 130,
  label: 100,
  synonym: 85,
  filler: 72,
  part: 66,
  typo: 62,
  ambiguous: 62,
  weak: 52,
}
/** Points by which fitting values raise a score, and wrong ones lower it. */
const valuePoints = 60
const agreementPoints = 25
/** Points for a column when three in five of its values are in the register. */
const clearAgreement = 15
/** Score below which a column does not match. */
const minScore = 36
/** Minimum lead, in points, of the best meaning of an ambiguous heading; below it, the import asks the user. */
const clearLead = 22
const firstCells = 60
const spreadCells = 140

/** Texts of a column: the first ones, and some from the rest of a long file. */
export function cellsOf(rows: Cells, heading: Heading, index: number): string[] {
  const headings = rows[heading.row] ?? []
  const cells: string[] = []
  const step = Math.max(1, Math.floor(rows.length / spreadCells))
  for (let row = heading.row + 1; row < rows.length; ) {
    const line = rows[row] ?? []
    const text = line[index]
    if (text && text.length < 500 && !isNoRow(line, headings)) cells.push(text)
    row += cells.length < firstCells ? 1 : step
  }
  return cells
}

/** Returns true for a cell of a paise column beside the rupees: two digits at most, or dashes. */
const isPaise = (cell: string) => /^(?:\d{1,2}|-+)$/.test(latinDigits(cell).trim())

/** Kinds of values that a wrong column would fill without a message: their rules accept nearly every text. */
const acceptsAnything = new Set<ValueKind>([
  'person',
  'code',
  'class',
  'section',
  'fee',
  'title',
  'reference',
  'address',
])
/** Kinds that refuse a wrong column row by row; the user is asked once instead. */
const refusesAll = new Set<ValueKind>(['amount', 'day', 'method', 'email', 'session', 'aadhaar'])
const minCellsToDoubt = 2
const contradiction = 0.2

/** Fields that are worth a question when their heading is missing but a column's values look like them. */
const guessedKinds = new Set<ValueKind>(['mobile', 'day', 'amount', 'choice', 'method', 'email'])
const clearFit = 0.8

/**
 * Matches the columns of a file with the fields of its kind by heading, kind of values, and agreement with the school's
 * data. Chooses the best assignment as a whole, with one column for each field. A column that is not certain is
 * `unsure`, and its field is not in the `choice`. `learnedHeadings`: the school's earlier choices by heading, empty for
 * an ignored one.
 */
export function matchColumns(
  kind: ImportKind,
  specs: readonly ColumnSpec[],
  { heading, rows }: { heading: Heading; rows: Cells },
  {
    learnedHeadings = new Map(),
    facts = noFacts,
  }: { learnedHeadings?: ReadonlyMap<string, string>; facts?: SchoolFacts } = {},
): ColumnMatch {
  const book = headingBook(kind, specs)
  const scoring = scorer(book, specs, facts)
  const ambiguous = new Map<
    number,
    NonNullable<Exclude<ReturnType<HeadingBook['read']>, 'other' | null>['ambiguity']>
  >()
  const known = new Set<number>()
  const learnedKeys = new Map<number, string>()
  /** Ambiguous headings with an earlier choice, which may have been made for a file with other columns. */
  const learnedRules: typeof ambiguous = new Map()
  const hasPaise = specs.some(({ key }) => key === 'paise')
  const profiles = heading.columns.map((column): Profile => {
    const cells = cellsOf(rows, heading, column.index)
    const learned = learnedHeadings.get(headingKey(column.heading))
    if (learned !== undefined) {
      known.add(column.index)
      learnedKeys.set(column.index, learned)
    }
    if (learned === '') return { column, cells, candidates: [] }
    const meaning = column.heading === '' ? null : book.read(column.heading)
    if (learned !== undefined) {
      const ambiguity = meaning === null || meaning === 'other' ? undefined : meaning.ambiguity
      if (ambiguity?.beside) learnedRules.set(column.index, ambiguity)
      return { column, cells, candidates: [{ key: learned, grade: 'learned' }] }
    }
    if (meaning !== null) known.add(column.index)
    if (hasPaise && namesPaise(column.heading) && cells.length > 0 && cells.every(isPaise))
      return { column, cells, candidates: [{ key: 'paise', grade: 'synonym' }] }
    if (meaning === null || meaning === 'other') return { column, cells, candidates: [] }
    if (meaning.ambiguity?.unless === 'serial' && isSerial(cells.slice(0, firstCells)))
      return { column, cells, candidates: [] }
    if (meaning.ambiguity?.keys.includes('side') && areSides(cells))
      return { column, cells, candidates: [{ key: 'side', grade: 'filler' }] }
    if (meaning.ambiguity?.keys.includes('side') && cells.length > 0 && cells.every(isVoucher))
      return { column, cells, candidates: [] }
    if (meaning.ambiguity) ambiguous.set(column.index, meaning.ambiguity)
    return { column, cells, candidates: [...meaning.candidates] }
  })

  // The meaning of an ambiguous heading depends on the other columns, which are matched first.
  const clear = matched(
    profiles.filter(({ column }) => !ambiguous.has(column.index)),
    scoring,
  )
  const clearKeys = new Set(clear.values())
  for (const profile of profiles) {
    const rule = ambiguous.get(profile.column.index)
    const beside = rule?.beside?.find(([other]) => clearKeys.has(other))
    if (!rule || !beside) continue
    // A column whose heading names the field itself takes precedence, so this one gets only a weak grade.
    const grade = clearKeys.has(beside[1]) ? 'weak' : 'synonym'
    profile.candidates = beside[1] === '' ? [] : [{ key: beside[1], grade }]
    ambiguous.delete(profile.column.index)
  }

  const assigned = matched(profiles, scoring)
  /**
   * Unmatched fields, required or for fees, that fit the values of a column although its heading names another field.
   */
  const fittingKeys = (profile: Profile, key: string) =>
    specs
      .filter((spec) => spec.key !== key && ![...assigned.values()].includes(spec.key))
      .filter((spec) => spec.needed !== undefined || book.holds(spec.key) === 'fee' || spec.key === studentName)
      .filter((spec) => tellingWeight[book.holds(spec.key)] === 1 || spec.key === studentName)
      .filter((spec) => (scoring.fit(profile, spec.key) ?? 0) >= clearFit)
      .map((spec) => spec.key)
  const readings = new Map<number, ColumnReading>()
  const unsure: Unsure = (index, keys, doubt) => readings.set(index, { confidence: 'unsure', keys, doubt })
  for (const profile of profiles) {
    const { column, candidates, cells } = profile
    const key = assigned.get(column.index)
    const rule = ambiguous.get(column.index)
    if (rule) {
      const scored = candidates
        .map((one) => ({ key: one.key, score: scoring(profile, one.key), fit: scoring.fit(profile, one.key) }))
        .sort((a, b) => b.score - a.score)
      const free = scored.filter((one) => one.key === key || ![...assigned.values()].includes(one.key))
      const [best] = free
      if (!best || best.score < minScore) continue
      // Also considers a field that another column has, if the values fit: this may be a second column for it.
      const second = scored.find((one) => one !== best && (free.includes(one) || (one.fit ?? 1) >= clearFit))
      const isClear =
        best.fit !== null &&
        best.fit >= clearFit &&
        best.score - (second?.score ?? 0) >= clearLead &&
        !rule.keys.includes('')
      if (isClear) readings.set(column.index, { confidence: 'likely', keys: [best.key] })
      else if (best.fit === null || best.fit >= contradiction)
        unsure(
          column.index,
          free.filter(({ score }) => score >= minScore).map((one) => one.key),
          'heading',
        )
      continue
    }
    if (key === undefined) continue
    const other = learnedRules
      .get(column.index)
      ?.beside?.find(([beside]) => beside !== key && clearKeys.has(beside))?.[1]
    if (other && other !== key) {
      unsure(column.index, [other, key], 'heading')
      continue
    }
    const grade = candidates.find((one) => one.key === key)?.grade ?? 'weak'
    const fit = scoring.fit(profile, key)
    const holds = book.holds(key)
    const isContradicted =
      fit !== null &&
      fit < contradiction &&
      (acceptsAnything.has(holds) ||
        (grade === 'weak' && holds !== 'choice') ||
        (refusesAll.has(holds) && cells.length >= minCellsToDoubt))
    const twin = profiles.find(
      (other) =>
        other.column.index !== column.index &&
        headingKey(other.column.heading) === headingKey(column.heading) &&
        holds === 'person' &&
        !assigned.has(other.column.index) &&
        other.cells.join('\n') !== cells.join('\n') &&
        other.cells.length > 0,
    )
    if (isContradicted)
      unsure(column.index, [...candidates.map((one) => one.key), ...fittingKeys(profile, key)], 'values')
    else if (twin) {
      unsure(column.index, [key], 'repeated')
      unsure(twin.column.index, [key], 'repeated')
    } else if (candidates.length > 1 && grade === 'weak')
      unsure(
        column.index,
        candidates.map((one) => one.key),
        'heading',
      )
    else {
      const isFirm = grade === 'learned' || grade === 'label' || grade === 'synonym'
      // Unknown words of a choice are refused row by row, and the user maps them.
      const isDoubtful = !isFirm && fit !== null && fit < 0.5 && holds !== 'choice'
      if (isDoubtful) unsure(column.index, [key], 'values')
      else readings.set(column.index, { confidence: isFirm ? 'certain' : 'likely', keys: [key] })
    }
  }

  if (kind === 'students' || kind === 'teachers')
    askForNameOrder({ readings, learnedKeys, rows, heading, known: facts.names, unsure })
  if (kind === 'attendance_months') {
    const months = findMonthColumns(profiles, readings)
    for (const index of months?.dropped ?? []) readings.delete(index)
    for (const [index, reading] of months?.readings ?? []) readings.set(index, reading)
  }
  const isMoney = kind === 'opening_dues' || kind === 'paid_fees'
  const arePayments = kind === 'paid_fees'
  if (arePayments) readReceiptNumbers(profiles, readings)
  if (isMoney) {
    readFeeColumns(profiles, { readings, book, facts, rows, heading, arePayments })
    decideMoney(profiles, { arePayments, readings, learned: learnedKeys, book, rows, heading, unsure })
    readSides(profiles, { readings, learned: learnedKeys, unsure })
  }
  guessMissing(profiles, { specs, book, facts, scoring, readings, known, unsure })
  if (isMoney) {
    askForFees(profiles, { readings, facts, known, unsure })
    askForChildren(profiles, { readings, facts, rows, heading, unsure })
  }

  const choice: ColumnChoice = {}
  for (const [index, { confidence, keys }] of readings) if (confidence !== 'unsure' && keys[0]) choice[keys[0]] = index
  return { choice, readings }
}

/** Reads a file with a column for each fee. In other files, uses the total as the amount if there is no amount. */
function readFeeColumns(
  profiles: readonly Profile[],
  found: Parameters<typeof findFeeColumns>[1] & { readings: Map<number, ColumnReading> },
) {
  const { readings } = found
  const feeColumns = findFeeColumns(profiles, found)
  for (const index of feeColumns?.dropped ?? []) readings.delete(index)
  for (const [index, reading] of feeColumns?.readings ?? []) readings.set(index, reading)
  if ([...readings.values()].some(({ keys, confidence }) => confidence !== 'unsure' && isWideColumnKey(keys[0] ?? '')))
    return
  const total = [...readings].find(([, { keys }]) => keys[0] === 'total')
  if (!total) return
  const hasAmount = [...readings.values()].some(({ keys }) => keys[0] === 'amount')
  if (hasAmount) readings.delete(total[0])
  else readings.set(total[0], { confidence: 'likely', keys: ['amount'] })
}

type Scoring = ((profile: Profile, key: string) => number) & {
  fit: (profile: Profile, key: string) => number | null
  isChoice: (key: string) => boolean
}

/** Returns a function that scores a column for a field, and caches how the values fit. */
function scorer(book: HeadingBook, specs: readonly ColumnSpec[], facts: SchoolFacts): Scoring {
  const choicesByKey = new Map(specs.map((spec) => [spec.key, choiceKeys(spec)] as const))
  const fits = new Map<string, number | null>()
  const shareOfFitting = ({ column, cells }: Profile, key: string): number | null => {
    const id = `${column.index} ${key}`
    const stored = fits.get(id)
    if (stored !== undefined) return stored
    const result = fitOf(book.holds(key), cells, facts, choicesByKey.get(key))
    fits.set(id, result)
    return result
  }
  const score = (profile: Profile, key: string): number => {
    const grade = profile.candidates.find((one) => one.key === key)?.grade
    const valueFit = shareOfFitting(profile, key)
    const value = valueFit === null ? 0 : (valueFit - 0.5) * valuePoints * tellingWeight[book.holds(key)]
    // Of two columns for one field, a filled one is better than an empty one.
    const empty = profile.cells.length === 0 ? -10 : 0
    return (grade ? gradePoints[grade] : 0) + value + empty + agreement(profile, key, facts)
  }
  return Object.assign(score, { fit: shareOfFitting, isChoice: (key: string) => book.holds(key) === 'choice' })
}

/** Points for a column of numbers, by the share of its values that are numbers of the school's students or teachers. */
function agreement({ cells }: Profile, key: string, { numbers }: SchoolFacts): number {
  if (numbers.size === 0 || !/^(?:enrollment|employee)_number$/.test(key) || cells.length === 0) return 0
  return agreementPoints * (cells.filter((cell) => numbers.has(foldKey(cell))).length / cells.length)
}

function choiceKeys(spec: ColumnSpec & { others?: Readonly<Record<string, string>> }): ReadonlySet<string> | undefined {
  if (!spec.choices) return undefined
  return new Set([...spec.choices.map(looseKey), ...Object.keys(spec.others ?? {})])
}

/** Field of each column, by the best assignment of all columns together. */
function matched(profiles: readonly Profile[], scoring: Scoring): Map<number, string> {
  const keys = [...new Set(profiles.flatMap(({ candidates }) => candidates.map(({ key }) => key)))]
  const scores = profiles.map((profile, order) =>
    keys.map((key) => {
      if (!profile.candidates.some((one) => one.key === key)) return 0
      const score = scoring(profile, key)
      // If two columns fit equally well, the first one counts.
      const isEnough = score >= minScore || scoring.isChoice(key)
      return isEnough ? score - order / 1_000 : 0
    }),
  )
  const result = new Map<number, string>()
  for (const [order, at] of assign(scores).entries()) {
    const key = at === null ? undefined : keys[at]
    const profile = profiles[order]
    if (key !== undefined && profile) result.set(profile.column.index, key)
  }
  return result
}

/**
 * Asks about columns that may be a required field for which no column was found. Either the heading is possible but the
 * values do not fit, or the heading is unknown and the values look like the field.
 */
function guessMissing(
  profiles: readonly Profile[],
  {
    specs,
    book,
    facts,
    scoring,
    readings,
    known,
    unsure,
  }: {
    specs: readonly ColumnSpec[]
    book: HeadingBook
    facts: SchoolFacts
    scoring: Scoring
    readings: ReadonlyMap<number, ColumnReading>
    known: ReadonlySet<number>
    unsure: Unsure
  },
) {
  const taken = new Set([...readings.values()].flatMap(({ keys }) => keys))
  const replaced = replacedKeys(specs, [...taken])
  const missing = specs.filter(({ key, needed }) => needed && !taken.has(key) && !replaced.includes(key))
  for (const profile of profiles) {
    const { index } = profile.column
    if (readings.has(index)) continue
    const named = missing.filter(({ key }) => profile.candidates.some((one) => one.key === key))
    const fitting = missing.filter(({ key }) => {
      const holds = book.holds(key)
      if (agreement(profile, key, facts) >= clearAgreement) return true
      const fit = guessedKinds.has(holds) || known.size === 0 ? scoring.fit(profile, key) : null
      return fit !== null && fit >= clearFit && tellingWeight[holds] >= 0.6
    })
    const keysOf = (found: readonly ColumnSpec[]) => found.map(({ key }) => key)
    if (named.length > 0) unsure(index, keysOf(named), 'values')
    else if (!known.has(index) && fitting.length > 0) unsure(index, keysOf(fitting), 'looks-like')
  }
}

/** Columns of a payment whose texts may name its fee. */
const textKeys = new Set(['remarks', 'title', 'reference', 'student_name', 'session'])

/** Asks about ignored columns and texts with names of dues: if they stay unread, money is booked on other fees. */
function askForFees(
  profiles: readonly Profile[],
  {
    readings,
    facts,
    known,
    unsure,
  }: { readings: ReadonlyMap<number, ColumnReading>; facts: SchoolFacts; known: ReadonlySet<number>; unsure: Unsure },
) {
  const share = (cells: readonly string[], names: ReadonlySet<string>) =>
    cells.length === 0 ? 0 : cells.filter((cell) => names.has(looseKey(cell))).length / cells.length
  for (const [key, names, others] of [
    ['name', facts.feeNames, facts.feeTitles],
    ['title', facts.feeTitles, facts.feeNames],
  ] as const) {
    const current = profiles.find(({ column }) => readings.get(column.index)?.keys[0] === key)
    if (current && share(current.cells, names) >= 0.5) continue
    for (const profile of profiles) {
      const { column, cells } = profile
      const reading = readings.get(column.index)
      const read = reading?.keys[0]
      // A column is clear if it is read as a fee or instalment and at least half of its values are names of that kind.
      const isOwn = read === (key === 'name' ? 'title' : 'name') && share(cells, others) >= 0.5
      if (reading?.confidence === 'unsure' || isOwn) continue
      const isFee = key === 'name' && !current && read === undefined && !known.has(column.index) && areFees(cells)
      if (read === undefined ? share(cells, names) >= 0.5 : textKeys.has(read) && share(cells, names) >= someNames)
        unsure(column.index, read === undefined ? [key] : [key, read], 'names-of-dues')
      else if (isFee) unsure(column.index, [key], 'names-of-fees')
    }
  }
}

/** Returns true for names of fees that the school does not have yet: `Tuition Fee Term 1`. */
const areFees = (cells: readonly string[]) =>
  cells.length > 1 &&
  cells.every((cell) => namesFee(cell) && /\p{L}{3}/u.test(cell) && cell.length <= 60) &&
  cells.filter((cell) => moneyWord.test(cell)).length * 2 >= cells.length

/** A word of money. Without it, `Science` may be the student's stream and `Bus` a facility. */
const moneyWord =
  /(?<![\p{L}\p{M}])(?:fees?|dues?|charges?|instal+ments?|deposit|fine|arrears|ફી|शुल्क|फीस)(?![\p{L}\p{M}])/iu

/**
 * Minimum share of fee names in a column of texts for which the import asks. It is low, because other rows may have no
 * text or a remark.
 */
const someNames = 0.2

/**
 * Asks about a fee or instalment column whose values look like names, each for one student: they may be the children.
 */
function askForChildren(
  profiles: readonly Profile[],
  {
    readings,
    facts,
    rows,
    heading,
    unsure,
  }: {
    readings: ReadonlyMap<number, ColumnReading>
    facts: SchoolFacts
    rows: Cells
    heading: Heading
    unsure: Unsure
  },
) {
  const sure = [...readings].flatMap(([index, { keys, confidence }]) =>
    confidence === 'unsure' ? [] : [[keys[0] ?? '', index] as const],
  )
  const columnOf = new Map(sure)
  const numberColumn = columnOf.get('enrollment_number')
  const lines = rows.slice(heading.row + 1, heading.row + 1 + linesCompared)
  const hasNames = [...readings.values()].some(({ keys }) => keys.includes(studentName))
  for (const key of ['name', 'title']) {
    const index = columnOf.get(key)
    const cells = profiles.find(({ column }) => column.index === index)?.cells ?? []
    if (index === undefined || numberColumn === undefined || cells.length === 0) continue
    const isName = (cell: string) =>
      mayBePerson(cell) &&
      // Under the heading of a fee, a single word such as `Gurukul` is the name of the fee.
      (key === 'title' || /\s/.test(cell)) &&
      !facts.feeNames.has(looseKey(cell)) &&
      !facts.feeTitles.has(looseKey(cell))
    if (cells.filter(isName).length < cells.length * clearFit) continue
    const names = new Map<string, Set<string>>()
    for (const line of lines) {
      const [number, name] = [foldKey(line[numberColumn] ?? ''), looseKey(line[index] ?? '')]
      if (number !== '' && name !== '') names.set(number, (names.get(number) ?? new Set()).add(name))
    }
    const all = new Set([...names.values()].flatMap((ofStudent) => [...ofStudent]))
    const isOneEach = [...names.values()].every(({ size }) => size === 1)
    if (isOneEach && all.size > 1 && all.size >= names.size * clearFit)
      unsure(index, hasNames ? [key] : [studentName, key], 'values')
  }
}

const studentName = 'student_name'
const linesCompared = 500
