import type { ColumnReading, SheetColumn, Unsure } from '../columns'
import { wordsOfHeading } from '../headings/words'

interface Profile {
  column: SheetColumn
  cells: readonly string[]
  candidates: ReadonlyArray<{ key: string }>
}

const isSide = (cell: string) => /^\W*(?:dr|cr|debit|credit)\W*$/i.test(cell)

/** Reads the side of the account from an ignored column, whatever its heading: Tally and banks often give it none. */
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
    ({ column: { index }, cells }) =>
      !readings.has(index) && !learned.has(index) && cells.length > 0 && cells.every(isSide),
  )
  for (const { column } of sides)
    if (sides.length === 1) readings.set(column.index, { confidence: 'likely', keys: ['side'] })
    else unsure(column.index, ['side'], 'looks-like')
}

/** Reads the number of a receipt beside a reference of its own, such as the number of a cheque. */
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
