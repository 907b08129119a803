import { looseKey } from '../cells'
import { type ColumnReading, feeColumnKey, type Heading, isNoRow, type SheetColumn } from '../columns'
import type { HeadingBook } from '../headings/heading-book'
import { instalmentWords } from '../headings/money-headings'
import { paiseOf } from './fees-of-row'
import { isAmountLike, namesFee, type SchoolFacts } from './value-fit'

interface Profile {
  column: SheetColumn
  cells: readonly string[]
}

export interface FeeColumns {
  readings: Map<number, ColumnReading>
  /** Columns that lose their meaning, such as a balance equal to the sum. */
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
    /** In a file of payments, a column of paid amounts is the sum of the fees. */
    arePayments: boolean
  },
): FeeColumns | null {
  const columnOf = (key: string) => [...readings].find(([, { keys }]) => keys[0] === key)?.[0]
  const nameColumn = columnOf('name')
  if (nameColumn !== undefined && readings.get(nameColumn)?.confidence !== 'unsure') return null
  // A few cells may be wrong; their rows are refused.
  const isAmounts = ({ cells }: Profile) =>
    cells.length > 0 && cells.filter(isAmountLike).length >= cells.length * mostCells
  const amounts = profiles.filter(
    (profile) =>
      !readings.has(profile.column.index) &&
      profile.column.heading !== '' &&
      book.read(profile.column.heading) === null &&
      isAmounts(profile),
  )
  const named = amounts.filter(
    ({ column: { heading: text } }) =>
      namesFee(text) || instalmentWords.test(text.trim()) || facts.feeNames.has(looseKey(text)),
  )
  const [totalColumn, amountColumn] = [columnOf('total'), columnOf('amount')]
  const looked = rows
    .slice(heading.row + 1)
    .filter((line) => !isNoRow(line, rows[heading.row] ?? []))
    .slice(0, linesLookedAt)
  const agrees = (fees: readonly Profile[], sumColumn: number | undefined) =>
    sumColumn !== undefined &&
    looked.length > 0 &&
    looked.filter((line) => sumOf(line, fees) === paiseOf(line[sumColumn])).length >= looked.length * 0.9
  // With a total, a column of amounts without a name of its own is one more fee: `Old due`.
  const more = profiles.filter(({ column }) => totalColumn !== undefined && column.index === amountColumn)
  const sets = [[...amounts, ...more], [...named, ...more], amounts, named]
  const proofOf = (sumColumn: number | undefined) => sets.find((fees) => fees.length > 1 && agrees(fees, sumColumn))
  const byTotal = proofOf(totalColumn)
  const fees = byTotal ?? proofOf(amountColumn) ?? named
  if (fees.length === 0) return null
  const isProved = fees !== named || agrees(fees, totalColumn) || agrees(fees, amountColumn)
  const sumColumn = byTotal ? totalColumn : isProved ? amountColumn : totalColumn
  const isFee = (index: number) => fees.some(({ column }) => column.index === index)
  // A balance that differs from the fees: they are paid in part, and the user decides.
  const isOtherBalance =
    amountColumn !== undefined && amountColumn !== sumColumn && !isFee(amountColumn) && !agrees(fees, amountColumn)
  const isPaidInPart =
    !arePayments &&
    profiles.some(
      (profile) => paidHeading.test(profile.column.heading) && !isFee(profile.column.index) && isAmounts(profile),
    )
  const result = new Map<number, ColumnReading>()
  for (const { column } of fees)
    result.set(
      column.index,
      isOtherBalance || isPaidInPart
        ? { confidence: 'unsure', keys: [feeColumnKey(column.index)], doubt: 'heading' }
        : { confidence: isProved ? 'certain' : 'likely', keys: [feeColumnKey(column.index)] },
    )
  if (isOtherBalance || isPaidInPart) return { readings: result, dropped: [] }
  if (sumColumn !== undefined) result.set(sumColumn, { confidence: isProved ? 'certain' : 'likely', keys: ['total'] })
  const dropped = amountColumn !== undefined && !result.has(amountColumn) ? [amountColumn] : []
  return { readings: result, dropped }
}

const linesLookedAt = 200
const mostCells = 0.8
const paidHeading = /\b(?:paid|received|collected|concession|discount)\b|ભરેલ|जमा/i

function sumOf(line: readonly string[], fees: readonly Profile[]): number {
  return fees.reduce((sum, { column }) => sum + (paiseOf(line[column.index]) ?? Number.NaN), 0)
}
