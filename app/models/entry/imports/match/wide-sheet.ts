import { type ColumnReading, type Heading, isNoRow, type SheetColumn } from '../columns'
import type { AmountDecision } from '../decide/port'
import type { HeadingBook } from '../headings/heading-book'
import { instalmentWords } from '../headings/money-headings'
import { isNoFee, mayBeNoFee, moneyRole, nameWithoutMoney } from '../headings/money-roles'
import { usualAmounts } from '../values/amounts'
import { looseKey } from '../values/cells'
import { wideColumnKey } from '../wide-columns'
import { paiseOf } from './fees-of-row'
import { isAmountLike, namesFee, type SchoolFacts } from './value-fit'

interface Profile {
  column: SheetColumn
  cells: readonly string[]
}

export interface FeeColumns {
  readings: Map<number, ColumnReading>
  /** Columns whose previous reading no longer counts, such as a balance equal to the sum of the fees. */
  dropped: number[]
}

/**
 * Finds the columns of a wide sheet, one for each fee: columns of amounts whose headings name fees, or that add up to a
 * column of sums. Returns null if the file is not such a sheet.
 */
export function findFeeColumns(
  profiles: readonly Profile[],
  {
    readings,
    book,
    facts,
    rows,
    heading,
    arePayments,
  }: {
    readings: ReadonlyMap<number, ColumnReading>
    book: HeadingBook
    facts: SchoolFacts
    rows: ReadonlyArray<readonly string[]>
    heading: Heading
    /** True for a file of payments, where a column of paid amounts is the sum of the fees. */
    arePayments: boolean
  },
): FeeColumns | null {
  const columnOf = (key: string) => [...readings].find(([, { keys }]) => keys[0] === key)?.[0]
  const nameColumn = columnOf('name')
  if (nameColumn !== undefined && readings.get(nameColumn)?.confidence !== 'unsure') return null
  // A few cells may be wrong; their rows are refused.
  const isAmounts = ({ cells }: Profile) =>
    cells.length > 0 && cells.filter(isAmountLike).length >= cells.length * minShare
  const unread = profiles.filter(
    (profile) =>
      !readings.has(profile.column.index) &&
      profile.column.heading !== '' &&
      book.read(profile.column.heading) === null &&
      !isNoFee(profile.column.heading) &&
      !isTakenOff(profile, arePayments) &&
      isAmounts(profile),
  )
  const named = unread.filter(
    ({ column: { heading: text } }) =>
      namesFee(text) || instalmentWords.test(text.trim()) || facts.feeNames.has(looseKey(text)),
  )
  // In a file of payments, unnamed amounts may be the parts paid in cash and by cheque, not fees.
  const amounts = arePayments ? named : unread
  const [totalColumn, amountColumn] = [columnOf('total'), columnOf('amount')]
  const looked = rows
    .slice(heading.row + 1)
    .filter((line) => !isNoRow(line, rows[heading.row] ?? []))
    .slice(0, linesLookedAt)
  // The decimal mark is decided later, for all these columns together.
  const agrees = (fees: readonly Profile[], sumColumn: number | undefined) =>
    sumColumn !== undefined &&
    looked.length > 0 &&
    (['.', ','] as const).some((decimal) => {
      const agreeing = looked.filter((line) => sumOf(line, fees, decimal) === paiseIn(line[sumColumn], decimal))
      return agreeing.length >= looked.length * 0.9
    })
  // If there is a total, the column read as the amount may be one more fee, such as `Old due`.
  const more = profiles.filter(({ column }) => totalColumn !== undefined && column.index === amountColumn)
  const isSure = (profile: Profile) => !mayBeNumbers(profile)
  const sets = [amounts, named, amounts.filter(isSure), named.filter(isSure)].flatMap((fees) => [
    [...fees, ...more],
    fees,
  ])
  const proofOf = (sumColumn: number | undefined) => sets.find((fees) => fees.length > 1 && agrees(fees, sumColumn))
  const byTotal = proofOf(totalColumn)
  const fees = byTotal ?? proofOf(amountColumn) ?? named
  if (fees.length === 0) return null
  const isProved = fees !== named || agrees(fees, totalColumn) || agrees(fees, amountColumn)
  const sumColumn = byTotal ? totalColumn : isProved ? amountColumn : totalColumn
  const isFee = (index: number) => fees.some(({ column }) => column.index === index)
  const isOther = ({ column: { index } }: Profile) => index !== sumColumn && !isFee(index)
  // A balance that differs from the sum of the fees shows that they are paid in part; the user then decides.
  const isOtherBalance = profiles.some((profile) => {
    const { index, heading: text } = profile.column
    const isSum = index === amountColumn || (isSumOf(text, { book, arePayments }) && isAmounts(profile))
    return isSum && isOther(profile) && !agrees(fees, index)
  })
  const isPaidInPart = profiles.some((one) => isTakenOff(one, arePayments) && isOther(one) && isAmounts(one))
  const isPart = isOtherBalance || isPaidInPart || hasTwins(fees)
  const result = new Map<number, ColumnReading>()
  for (const profile of fees) {
    const { index } = profile.column
    const keys = [wideColumnKey(index)]
    if (isPart) result.set(index, { confidence: 'unsure', keys, doubt: 'amounts' })
    else if (!isProved && mayBeNumbers(profile)) result.set(index, { confidence: 'unsure', keys, doubt: 'values' })
    else result.set(index, { confidence: isProved ? 'certain' : 'likely', keys })
  }
  if (isPart) return { readings: result, dropped: [] }
  if (sumColumn !== undefined) result.set(sumColumn, { confidence: isProved ? 'certain' : 'likely', keys: ['total'] })
  const dropped = amountColumn !== undefined && !result.has(amountColumn) ? [amountColumn] : []
  return { readings: result, dropped }
}

const linesLookedAt = 200
const minShare = 0.8
const highNumberPaise = 100_00

/** Returns true for a column that is subtracted and is not a fee: a concession or, in a file of dues, a payment. */
function isTakenOff({ column: { heading } }: Profile, arePayments: boolean): boolean {
  const role = moneyRole(heading)
  return role === 'less' || (role === 'paid' && !arePayments)
}

/** Returns true for a heading of a sum of fees. Its values differ from that sum if the fees are paid in part. */
function isSumOf(heading: string, { book, arePayments }: { book: HeadingBook; arePayments: boolean }): boolean {
  const role = moneyRole(heading)
  // In a file of payments, the fees of the year and the balance after a payment are not the sum of the row.
  if (arePayments) return role !== null && role !== 'less' && book.read(heading) !== 'other'
  return role === 'due' || role === 'bill'
}

/** Returns true for a column whose numbers may not be amounts, such as `Hostel Room`, or `Exam` with 12 and 7. */
function mayBeNumbers({ column: { heading }, cells }: Profile): boolean {
  const isSmall = (cell: string) => {
    const paise = paiseOf(cell)
    return paise !== null && paise < highNumberPaise && paise % 100 === 0
  }
  if (mayBeNoFee(heading)) return true
  return !/\bfees?\b|ફી|फीस|शुल्क/i.test(heading) && cells.every(isSmall) && cells.some((cell) => paiseOf(cell) !== 0)
}

/** Returns true if two columns name the same fee: `Fees Tuition` and `Pending Tuition`. */
function hasTwins(fees: readonly Profile[]): boolean {
  const names = fees.map(({ column }) => nameWithoutMoney(column.heading))
  return names.some((name, at) => name !== '' && names.indexOf(name) !== at)
}

type Decimal = AmountDecision['decimal']

const paiseIn = (cell: string | undefined, decimal: Decimal) => paiseOf(cell, { ...usualAmounts, decimal })

function sumOf(line: readonly string[], fees: readonly Profile[], decimal: Decimal): number {
  return fees.reduce((sum, { column }) => sum + (paiseIn(line[column.index], decimal) ?? Number.NaN), 0)
}
