import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { Problem, ReadRow, Verdict } from './kinds/port'
import { surnameOf } from './match/surnames'
import type { ImportKind } from './options'
import type { TotalsTable } from './preview'
import { mayBeCancelled } from './values/cancelled'
import { looseKey } from './values/cells'
import { numberOfClass, splitClassSection } from './values/class-names'

/** A value that is valid but unlikely: shown before the import, for the user to confirm or to correct. */
export type Doubt =
  | { kind: 'age'; line: number; age: number; className: string; bornOn: string }
  | { kind: 'other-name'; line: number; name: string; registerName: string }
  | { kind: 'name-order'; line: number; firstName: string; lastName: string }
  | { kind: 'joins-later'; line: number; day: string }
  | { kind: 'far-day'; line: number; day: string }
  | { kind: 'repeated-payment'; line: number; otherLine: number; amountPaise: number; day: string }
  | { kind: 'cancelled'; line: number; remarks: string }
  | { kind: 'repeated-due'; line: number; otherLine: number; amountPaise: number }
  | { kind: 'total'; line: number; amountPaise: number }

export type DoubtKind = Doubt['kind']

interface DoubtWords {
  /** Question to the user about all rows with this doubt, before the import. */
  question: string
  /** Columns that cause the doubt; an existing record has this doubt only if the row changes one of them. */
  columns: readonly string[]
}

export const doubtWords: Record<DoubtKind, DoubtWords> = {
  age: { question: 'Is the age of these students right for their class?', columns: ['Date of birth', 'Class'] },
  'other-name': {
    question: 'Are these the same students, although the file gives them other names?',
    columns: ['First name', 'Last name'],
  },
  'name-order': {
    question: 'Are the first and last names of these people the right way round?',
    columns: ['First name', 'Last name'],
  },
  'joins-later': { question: 'Do these teachers join only in the future?', columns: ['Joined on'] },
  'far-day': { question: 'Are these due dates right, although they are far from today?', columns: ['Due date'] },
  'repeated-payment': { question: 'Are these equal payments different ones?', columns: ['Amount'] },
  cancelled: {
    question: 'Are these payments right, although their remarks begin like those of a cancelled receipt?',
    columns: ['Remarks'],
  },
  'repeated-due': { question: 'Are these equal dues of a student different ones?', columns: ['Amount', 'Due date'] },
  total: { question: 'Are these rows real, although their amount is the sum of the lines above?', columns: ['Amount'] },
}

export const doubtKinds = Object.keys(doubtWords) as DoubtKind[]

/** Maximum rows of one kind of doubt that the user may confirm one by one. */
export const maxDoubtsListed = 30

/** A row that the user must confirm or leave out before the import starts. */
export interface DoubtedRow {
  /** Kind of the row's first doubt: the user answers its question for this row. */
  kind: DoubtKind
  /** All doubts as problems: the reasons shown if the row is left out. */
  problems: Problem[]
}

/**
 * Returns, by line, the rows that would be written with an unlikely value; a changed row only if that value changes.
 */
export function doubtedRows(
  kind: ImportKind,
  rows: ReadonlyArray<ReadRow & { verdict: Pick<Verdict, 'outcome' | 'changes' | 'otherName'> }>,
  today: string,
): Map<number, DoubtedRow> {
  const verdicts = new Map(rows.map(({ line, verdict }) => [line, verdict]))
  const found = new Map<number, DoubtedRow>()
  for (const doubt of [...rows.flatMap(otherName), ...doubtsOf(kind, rows, today)]) {
    const { outcome, changes } = verdicts.get(doubt.line) ?? { outcome: 'unchanged', changes: [] }
    const { columns } = doubtWords[doubt.kind]
    const isWritten = outcome === 'new' || (outcome === 'changed' && changes.some((label) => columns.includes(label)))
    if (!isWritten) continue
    const problem = { column: columns[0] ?? null, message: doubtText(doubt) }
    const row = found.get(doubt.line)
    if (row) row.problems.push(problem)
    else found.set(doubt.line, { kind: doubt.kind, problems: [problem] })
  }
  return found
}

/** Stored with an import: the totals of its check, and the number of doubted rows by kind. */
export interface StoredPreview {
  totals: TotalsTable[]
  doubts: Array<[kind: DoubtKind, rows: number]>
}

/** Answer to the question about a kind of doubt; with `some`, only the named lines are right. */
export type DoubtAnswer = 'right' | 'wrong' | { some: readonly number[] }

/** Answers by the kind of doubt; a kind without one has not been answered. */
export type DoubtAnswers = Readonly<Partial<Record<DoubtKind, DoubtAnswer>>>

/** Lowest and highest likely age, as years above the class number. By NEP 2020, class 1 begins at six. */
const youngest = 3
const oldest = 10
const preschoolAges = { min: 2, max: 8 }
const nearYears = { before: 15, after: 3 }
const enoughRows = 3

/** Finds unlikely values in the rows that can be read. Pure: compares them with today and with each other. */
export function doubtsOf(kind: ImportKind, rows: readonly ReadRow[], today: string): Doubt[] {
  if (kind === 'students') {
    const known = new Map<string, ClassOfCell>()
    return rows.flatMap((row) => [...ageOf(row, today, known), ...nameOrder(row)])
  }
  if (kind === 'guardians' || kind === 'attendance_months' || kind === 'marks') return []
  if (kind === 'teachers') return rows.flatMap((row) => [...joinsLater(row, today), ...nameOrder(row)])
  if (kind === 'paid_fees') return [...rows.flatMap(cancelled), ...repeatedPayments(rows), ...totals(rows)]
  if (kind === 'opening_dues')
    return [...rows.flatMap((row) => farDay(row, today)), ...repeatedDues(rows), ...totals(rows)]
  return []
}

function otherName({
  line,
  values,
  verdict: { otherName: registerName },
}: ReadRow & { verdict: Pick<Verdict, 'otherName'> }): Doubt[] {
  if (registerName === undefined) return []
  const name = [values.first_name, values.last_name].filter(Boolean).join(' ')
  return [{ kind: 'other-name', line, name, registerName }]
}

function joinsLater({ line, values: { joined_on: day } }: ReadRow, today: string): Doubt[] {
  return day !== undefined && day > today ? [{ kind: 'joins-later', line, day }] : []
}

/** Doubts a row whose first name is a common surname and whose last name is not: the two may be swapped. */
function nameOrder({ line, values: { first_name: firstName = '', last_name: lastName = '' } }: ReadRow): Doubt[] {
  const [first, last] = [firstName.split(' ')[0] ?? '', lastName.split(' ').at(-1) ?? '']
  const isTurned = last !== '' && surnameOf({ first: looseKey(first), last: looseKey(last) }) === 'first'
  return isTurned ? [{ kind: 'name-order', line, firstName, lastName }] : []
}

interface ClassOfCell {
  className: string
  number: number | null
}

function classOf(cell: string): ClassOfCell {
  const className = splitClassSection(cell)?.className ?? cell
  return { className, number: numberOfClass(className) }
}

/** `known` caches the classes read so far, as many cells are equal. */
function ageOf({ line, values }: ReadRow, today: string, known: Map<string, ClassOfCell>): Doubt[] {
  const { date_of_birth: bornOn, class: cell } = values
  if (bornOn === undefined || cell === undefined) return []
  const seen = known.get(cell) ?? classOf(cell)
  known.set(cell, seen)
  const { className, number } = seen
  if (number === null) return []
  const age = Number(today.slice(0, 4)) - Number(bornOn.slice(0, 4)) - Number(today.slice(5) < bornOn.slice(5))
  const [min, max] = number === 0 ? [preschoolAges.min, preschoolAges.max] : [number + youngest, number + oldest]
  return age < min || age > max ? [{ kind: 'age', line, age, className, bornOn }] : []
}

function farDay({ line, values: { due_on: day } }: ReadRow, today: string): Doubt[] {
  if (day === undefined) return []
  const years = Number(day.slice(0, 4)) - Number(today.slice(0, 4))
  return years > nearYears.after || years < -nearYears.before ? [{ kind: 'far-day', line, day }] : []
}

function cancelled({ line, values: { remarks = '' } }: ReadRow): Doubt[] {
  return mayBeCancelled(remarks) ? [{ kind: 'cancelled', line, remarks }] : []
}

/** Finds rows with the same key as an earlier one. */
function repeated(rows: readonly ReadRow[], keyOf: (values: ReadRow['values']) => string) {
  const lines = new Map<string, number>()
  return rows.flatMap(({ line, values }) => {
    if (values.enrollment_number === undefined || Number(values.amount ?? 0) <= 0) return []
    const key = `${values.enrollment_number.toLowerCase()}|${values.amount}|${keyOf(values)}`
    const otherLine = lines.get(key)
    if (otherLine === undefined) lines.set(key, line)
    return otherLine === undefined ? [] : [{ line, otherLine, amountPaise: Number(values.amount), values }]
  })
}

const repeatedPayments = (rows: readonly ReadRow[]): Doubt[] =>
  repeated(rows, ({ paid_on, method, name, title }) => [paid_on, method, name, title].join('|')).map(
    ({ values, ...rest }) => ({ kind: 'repeated-payment', ...rest, day: values.paid_on ?? '' }),
  )

/** Finds dues of a student with equal amount, due date, session and title: probably one due that two lists contain. */
const repeatedDues = (rows: readonly ReadRow[]): Doubt[] =>
  repeated(rows, ({ due_on, session, title }) => [due_on, session, title].join('|')).map(({ values: _, ...rest }) => ({
    kind: 'repeated-due',
    ...rest,
  }))

/** A line of totals that looks like a row: its amount is the sum of all lines before it. */
function totals(rows: readonly ReadRow[]): Doubt[] {
  let sum = 0
  return rows.flatMap(({ line, values }, index): Doubt[] => {
    const amountPaise = Number(values.amount ?? 0)
    const isTotal = index >= enoughRows && amountPaise > 0 && amountPaise === sum
    sum += amountPaise
    return isTotal ? [{ kind: 'total', line, amountPaise }] : []
  })
}

const rupees = (paise: number) => formatPaise(paise, { style: 'short' })

/** Sentence about a doubt, for the preview. */
export function doubtText(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'age':
      return `Born on ${formatDay(doubt.bornOn, 'en')}: ${doubt.age} years old in class ${doubt.className}`
    case 'other-name':
      return `The number belongs to ${doubt.registerName}, but the file names ${doubt.name}`
    case 'name-order':
      return `The first name is ${doubt.firstName}, and the last name is ${doubt.lastName}`
    case 'joins-later':
      return `Joins only on ${formatDay(doubt.day, 'en')}`
    case 'far-day':
      return `Due on ${formatDay(doubt.day, 'en')}, which is far from today`
    case 'repeated-payment':
      return `${rupees(doubt.amountPaise)} on ${formatDay(doubt.day, 'en')} is also in line ${doubt.otherLine}`
    case 'cancelled':
      return `The remarks are “${doubt.remarks}”`
    case 'repeated-due':
      return `${rupees(doubt.amountPaise)} for the same student is also in line ${doubt.otherLine}`
    case 'total':
      return `${rupees(doubt.amountPaise)} is the sum of the lines above: this may be their total`
  }
}
