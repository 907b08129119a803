import { type ColumnReading, type Heading, isNoRow, type SheetColumn, type Unsure } from '../columns'
import type { HeadingBook } from '../headings/heading-book'
import { isEarlier, isRemaining, type MoneyRole, moneyRole, namesPaise } from '../headings/money-roles'
import { foldKey } from '../values/cells'
import { isWideColumnKey } from '../wide-columns'
import { paiseOf } from './fees-of-row'
import { isAmountLike } from './value-fit'

interface Profile {
  column: SheetColumn
  cells: readonly string[]
}

interface MoneyColumn {
  index: number
  heading: string
  role: MoneyRole
  /** True for a known heading that does not name the amount in this kind of file, such as `Total fee`. */
  isOther: boolean
  /** Paise of each line; null for a text that is not an amount. */
  paise: ReadonlyArray<number | null>
}

const minShare = 0.7
/** Sign of a column when the columns are added up: what is owed counts as positive, what was paid as negative. */
const signs: Record<MoneyRole, 1 | -1> = { bill: 1, more: 1, due: 1, paid: -1, less: -1 }

/**
 * Decides which of several columns is the amount, or asks the user. A column is certain if all others add up to it,
 * such as a balance that equals the fees less the payments. Ignores a bill that is never below the balance, and an
 * advance of students who owe nothing.
 */
export function decideMoney(profiles: readonly Profile[], found: MoneyFile) {
  decideAmount(profiles, found)
  decidePaise(profiles, found)
}

interface MoneyFile {
  arePayments: boolean
  readings: Map<number, ColumnReading>
  /** Fields that the school has chosen for these headings, by column. */
  learned: ReadonlyMap<number, string>
  book: HeadingBook
  rows: ReadonlyArray<readonly string[]>
  heading: Heading
  unsure: Unsure
}

/**
 * Adds a paise column to the amount before it. Asks the user if it follows no amount, or if there are several paise
 * columns.
 */
function decidePaise(profiles: readonly Profile[], { readings, learned, unsure }: MoneyFile) {
  const keyAt = (index: number | undefined) => (index === undefined ? undefined : readings.get(index)?.keys[0])
  const found = profiles.flatMap(({ column, cells }, at) => {
    const key = keyAt(column.index)
    const isPaise = key === 'paise' || (key === undefined && namesPaise(column.heading))
    return isPaise && !learned.has(column.index) && cells.some((cell) => paiseOf(cell) !== 0) ? [{ column, at }] : []
  })
  const isClear = found.every(({ at }) => keyAt(profiles[at - 1]?.column.index) === 'amount')
  if (found.length < 2 && isClear) return
  for (const { column } of found) unsure(column.index, ['paise'], 'amounts')
}

function decideAmount(
  profiles: readonly Profile[],
  { arePayments, readings, learned, book, rows, heading, unsure }: MoneyFile,
) {
  const keyAt = (index: number) => readings.get(index)?.keys[0]
  const isRead = ({ keys, confidence }: ColumnReading) => confidence !== 'unsure' && isWideColumnKey(keys[0] ?? '')
  if ([...readings.values()].some(isRead)) return
  const amountIndex = profiles.find(({ column }) => keyAt(column.index) === 'amount')?.column.index
  if (amountIndex === undefined) return
  const candidates = profiles.flatMap(({ column: { index, heading: text }, cells }, at) => {
    const key = keyAt(index) ?? 'amount'
    // Includes a fine that was read as a fee of a wide sheet, and a deduction that the school chose in an earlier file,
    // which may have had other columns.
    const isOpen =
      key === 'amount' || (key === 'less' && learned.has(index)) || (isWideColumnKey(key) && moneyRole(text) !== null)
    if (index !== amountIndex && (!isOpen || !areAmounts(cells) || isPaiseOf(text, cells))) return []
    const role = roleOf(text, { book, arePayments }) ?? (isBeside(profiles, at, amountIndex) ? 'bill' : null)
    return role === null && index !== amountIndex ? [] : [{ index, heading: text, role: role ?? 'bill' }]
  })
  if (candidates.length < 2) return
  const headings = rows[heading.row] ?? []
  const lines = rows.slice(heading.row + 1).filter((line) => !isNoRow(line, headings))
  const columns = candidates.map(
    (one): MoneyColumn => ({
      ...one,
      isOther: book.read(one.heading) === 'other',
      paise: lines.map((line) => paiseOf(line[one.index])),
    }),
  )
  const current = columns.find(({ index }) => index === amountIndex)
  if (!current) return
  const others = columns.filter(
    (one) =>
      one !== current &&
      one.paise.some((paise) => paise !== 0) &&
      !(isSame(one, current) && signs[one.role] === signs[current.role]),
  )
  const isChosen = ({ index }: MoneyColumn) => learned.has(index) && learned.get(index) !== 'amount'
  if (others.length === 0 || (learned.get(amountIndex) === 'amount' && others.every(isChosen))) return
  const sum = sumColumn([current, ...others], arePayments)
  if (sum && (sum === current || !learned.has(amountIndex))) {
    for (const { index } of [current, ...others]) if (index !== sum.index) readings.delete(index)
    if (sum !== current) readings.set(sum.index, { confidence: 'certain', keys: ['amount'] })
    return
  }
  const numberColumn = profiles.find(({ column }) => keyAt(column.index) === 'enrollment_number')?.column.index
  const students = numberColumn === undefined ? null : lines.map((line) => foldKey(line[numberColumn] ?? ''))
  const unclear = others.filter((one) =>
    arePayments ? !isBesidePayment(one, current) : !isBesideDue(one, current, students),
  )
  for (const { index } of others) if (keyAt(index) === 'less') readings.delete(index)
  if (unclear.length === 0) return
  if (readings.get(amountIndex)?.confidence !== 'unsure') unsure(amountIndex, ['amount'], 'amounts')
  for (const { index, role } of unclear.filter((one) => !readings.has(one.index)))
    unsure(index, !arePayments && signs[role] < 0 ? ['less', 'amount'] : ['amount'], 'amounts')
}

const isPaiseOf = (heading: string, cells: readonly string[]) =>
  namesPaise(heading) && cells.every((cell) => (paiseOf(cell) ?? 0) < 100_00)

const areAmounts = (cells: readonly string[]) =>
  cells.length > 0 && cells.filter(isAmountLike).length >= cells.length * minShare

function roleOf(heading: string, { book, arePayments }: { book: HeadingBook; arePayments: boolean }): MoneyRole | null {
  const role = moneyRole(heading)
  if (role) return role
  const meaning = book.read(heading)
  const isAmount = meaning !== null && meaning !== 'other' && meaning.candidates.some(({ key }) => key === 'amount')
  return isAmount ? (arePayments ? 'bill' : 'due') : null
}

/** Returns true if the column has no heading and follows the amount, directly or after others without a heading. */
function isBeside(profiles: readonly Profile[], at: number, amountIndex: number): boolean {
  let place = at
  while (profiles[place]?.column.heading === '' && place > 0) place--
  return place < at && profiles[place]?.column.index === amountIndex
}

const isSame = (one: MoneyColumn, other: MoneyColumn) =>
  one.paise.every((paise, line) => paise !== null && paise === other.paise[line])

/** The column to which all others add up in every line; null unless there is exactly one. */
function sumColumn(columns: readonly MoneyColumn[], arePayments: boolean): MoneyColumn | null {
  if (columns.length < 3) return null
  const payments = columns.filter(({ role }) => role === 'paid')
  const possible = arePayments
    ? payments.length > 0
      ? payments.length === 1
        ? payments
        : []
      : columns.filter(({ role }) => role === 'bill')
    : columns.filter(({ role, heading }) => role === 'due' || (role === 'bill' && isTotal.test(heading)))
  const sums = possible.filter((sum) => {
    const terms = columns.filter((one) => one !== sum)
    // A file may have the fees before and after a concession, of which only one counts; so tries to leave columns out.
    const spare = arePayments || !terms.some(({ role }) => role === 'paid') ? [] : terms.filter(isBill)
    return subsets(spare.slice(0, maxSpare)).some((left) => addUp(sum, terms, left, arePayments))
  })
  return sums.length === 1 ? (sums[0] ?? null) : null
}

const maxSpare = 5
const isBill = ({ role }: MoneyColumn) => role === 'bill' || role === 'less'

function subsets<Item>(items: readonly Item[]): Item[][] {
  const all: Item[][] = [[]]
  for (const item of items) all.push(...all.map((some) => [...some, item]))
  return all
}

/** Returns true if the terms, except those in `left`, add up to the sum in every line. */
function addUp(
  sum: MoneyColumn,
  all: readonly MoneyColumn[],
  left: readonly MoneyColumn[],
  arePayments: boolean,
): boolean {
  const terms = all.filter((one) => !left.includes(one))
  // In a file of payments, an amount still owed was not paid, so it is subtracted.
  const signIn = ({ role }: MoneyColumn) => (arePayments && role === 'due' ? -1 : signs[role])
  let lines = 0
  for (const [line, paise] of sum.paise.entries()) {
    const parts = terms.map((term) => term.paise[line])
    if (paise === null || parts.some((part) => part === null)) continue
    if (terms.reduce((total, term, at) => total + signIn(term) * (parts[at] ?? 0), 0) !== paise) return false
    lines++
  }
  return terms.length > 1 && lines > 0
}

const isTotal = /\b(?:total|net|grand)\b|કુલ|कुल/i

/** Returns true if this column clearly does not change the amount owed. */
function isBesideDue(one: MoneyColumn, amount: MoneyColumn, students: readonly string[] | null): boolean {
  if (one.role === 'bill' && one.isOther)
    return amount.role === 'due' && !isEarlier(amount.heading) && isNeverBelow(one, amount)
  if (one.role === 'paid' && isRemaining(amount.heading) && one.index < amount.index) return true
  return signs[one.role] < 0 && students !== null && areOfOthers(one, amount, students)
}

/** Returns true if this column clearly does not change the amount paid. */
function isBesidePayment(one: MoneyColumn, payment: MoneyColumn): boolean {
  if (payment.role === 'paid')
    return (
      isConcession.test(one.heading) ||
      (one.isOther && (one.role === 'bill' || (one.role === 'due' && !isSide.test(one.heading))))
    )
  return one.isOther && one.role === 'bill' && isNeverBelow(one, payment)
}

const isConcession = /\b(?:concession|discount|scholarship)\b|છૂટ|छूट/i

/** Heading of debits, which may be payments: a cash book debits them, the account of a student credits them. */
const isSide = /\b(?:debit|dr)\b/i

const isNeverBelow = (one: MoneyColumn, other: MoneyColumn) =>
  one.paise.every((paise, line) => (paise ?? 0) >= (other.paise[line] ?? 0))

/** Returns true if no student has amounts in both columns. */
function areOfOthers(one: MoneyColumn, other: MoneyColumn, students: readonly string[]): boolean {
  const studentsOf = ({ paise }: MoneyColumn) => new Set(students.filter((_, line) => paise[line] !== 0))
  const owing = studentsOf(other)
  return [...studentsOf(one)].every((student) => student !== '' && !owing.has(student))
}
