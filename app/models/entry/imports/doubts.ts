import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { numberOfClass, splitClassSection } from './class-names'
import type { ReadRow } from './kinds/port'
import type { ImportKind } from './options'

/** A value that is valid but unlikely: shown before the import, for the user to confirm or to correct. */
export type Doubt =
  | { kind: 'age'; line: number; age: number; className: string; bornOn: string }
  | { kind: 'joins-later'; line: number; day: string }
  | { kind: 'far-day'; line: number; day: string }
  | { kind: 'repeated-payment'; line: number; otherLine: number; amountPaise: number; day: string }
  | { kind: 'repeated-due'; line: number; otherLine: number; amountPaise: number }
  | { kind: 'total'; line: number; amountPaise: number }

/** Children of class 1 are six or older (NEP 2020); three years younger or ten older than the class number is unlikely. */
const youngest = 3
const oldest = 10
const preschoolAges = { least: 2, most: 8 }
const nearYears = { before: 15, after: 3 }
const enoughRows = 3

/** Finds unlikely values in the rows that can be read. Pure: compares them with today and with each other. */
export function doubtsOf(kind: ImportKind, rows: readonly ReadRow[], today: string): Doubt[] {
  if (kind === 'students') return rows.flatMap((row) => ageOf(row, today))
  if (kind === 'teachers')
    return rows.flatMap(({ line, values: { joined_on: day } }) =>
      day !== undefined && day > today ? [{ kind: 'joins-later' as const, line, day }] : [],
    )
  if (kind === 'paid_fees') return [...repeatedPayments(rows), ...totals(rows)]
  return [...rows.flatMap((row) => farDay(row, today)), ...repeatedDues(rows), ...totals(rows)]
}

function ageOf({ line, values }: ReadRow, today: string): Doubt[] {
  const { date_of_birth: bornOn, class: cell } = values
  if (bornOn === undefined || cell === undefined) return []
  const className = splitClassSection(cell)?.className ?? cell
  const number = numberOfClass(className)
  if (number === null) return []
  const age = Number(today.slice(0, 4)) - Number(bornOn.slice(0, 4)) - Number(today.slice(5) < bornOn.slice(5))
  const [least, most] = number === 0 ? [preschoolAges.least, preschoolAges.most] : [number + youngest, number + oldest]
  return age < least || age > most ? [{ kind: 'age', line, age, className, bornOn }] : []
}

function farDay({ line, values: { due_on: day } }: ReadRow, today: string): Doubt[] {
  if (day === undefined) return []
  const years = Number(day.slice(0, 4)) - Number(today.slice(0, 4))
  return years > nearYears.after || years < -nearYears.before ? [{ kind: 'far-day', line, day }] : []
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

/** The same amount for the same day under another name: one due that two lists contain. */
const repeatedDues = (rows: readonly ReadRow[]): Doubt[] =>
  repeated(rows, ({ due_on, session }) => [due_on, session].join('|')).map(({ values: _, ...rest }) => ({
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
    case 'joins-later':
      return `Joins only on ${formatDay(doubt.day, 'en')}`
    case 'far-day':
      return `Due on ${formatDay(doubt.day, 'en')}, which is far from today`
    case 'repeated-payment':
      return `${rupees(doubt.amountPaise)} on ${formatDay(doubt.day, 'en')} is also in line ${doubt.otherLine}`
    case 'repeated-due':
      return `${rupees(doubt.amountPaise)} for the same student is also in line ${doubt.otherLine}`
    case 'total':
      return `${rupees(doubt.amountPaise)} is the sum of the lines above: this may be their total`
  }
}
