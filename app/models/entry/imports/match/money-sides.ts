import type { ColumnReading, SheetColumn, Unsure } from '../columns'
import { wordsOfHeading } from '../headings/words'
import { sideInWords } from '../values/amounts'

interface Profile {
  column: SheetColumn
  cells: readonly string[]
  candidates: ReadonlyArray<{ key: string }>
}

/** Returns true if every cell names a side of an account (Dr or Cr) or is empty, and at least one names a side. */
export const areSides = (cells: readonly string[]) =>
  cells.every((cell) => sideInWords(cell) !== undefined) && cells.some((cell) => sideInWords(cell) !== '')

/** Returns true for the voucher type "Receipt"; accounting programs name the type of voucher in each row. */
export const isVoucher = (cell: string) => /^(?:receipt|rcpt)(?: voucher)?$/i.test(cell.trim())

/** Reads Dr or Cr from an unused column, whatever its heading is: in files of Tally and banks, it often has none. */
export function readSides(
  profiles: readonly Profile[],
  {
    readings,
    learned,
    unsure,
  }: { readings: Map<number, ColumnReading>; learned: ReadonlyMap<number, string>; unsure: Unsure },
) {
  if ([...readings.values()].some(({ keys }) => keys.includes('side'))) return
  const sides = profiles.filter(
    ({ column: { index }, cells }) => !readings.has(index) && !learned.has(index) && areSides(cells),
  )
  for (const { column } of sides)
    if (sides.length === 1) readings.set(column.index, { confidence: 'likely', keys: ['side'] })
    else unsure(column.index, ['side'], 'looks-like')
}

/** Reads a column of receipt numbers if another column is the reference, such as the number of a cheque. */
export function readReceiptNumbers(profiles: readonly Profile[], readings: Map<number, ColumnReading>) {
  const hasReference = [...readings.values()].some(
    ({ keys, confidence }) => keys[0] === 'reference' && confidence !== 'unsure',
  )
  const receipt = profiles.find(
    ({ column, candidates }) =>
      !readings.has(column.index) &&
      candidates.some(({ key }) => key === 'reference') &&
      /\breceipt\b/.test(wordsOfHeading(column.heading).words.join(' ')),
  )
  if (hasReference && receipt) readings.set(receipt.column.index, { confidence: 'likely', keys: ['receipt_number'] })
}
